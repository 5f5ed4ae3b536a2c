// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "bamboo/plans/schedulers.h"
#include "schedulers/by_size.h"

namespace bamboo::plans {
namespace {

/// A matching of rows with columns that is kept while edges come and go: a lost pair is replaced
/// along one augmenting path, the other pairs stay where they can.
class Matching {
 public:
  static constexpr int none = -1;
  explicit Matching(int size) : column_(size, none), row_(size, none), seen_(size, 0) {}

  int column_of(int row) const { return column_[row]; }
  void drop(int row) {
    if (column_[row] == none) return;
    row_[column_[row]] = none;
    column_[row] = none;
  }

  /// Finds a partner for every row. Returns false if that is impossible. `edges(row)` are the
  /// columns that the row may get.
  template <class Edges>
  bool complete(const Edges& edges) {
    for (int row = 0; row < static_cast<int>(column_.size()); ++row)
      if (column_[row] == none && !augment(row, edges)) return false;
    return true;
  }

 private:
  // Breadth first: short paths move few of the other pairs.
  template <class Edges>
  bool augment(int start, const Edges& edges) {
    ++search_;
    reached_.assign(1, {start, none, none});
    for (std::size_t i = 0; i < reached_.size(); ++i)
      for (int column : edges(reached_[i].row)) {
        if (seen_[column] == search_) continue;
        seen_[column] = search_;
        if (row_[column] == none) {
          change_path(static_cast<int>(i), column);
          return true;
        }
        reached_.push_back({row_[column], static_cast<int>(i), column});
      }
    return false;
  }
  void change_path(int at, int column) {
    for (; at != none; at = reached_[at].before) {
      row_[column] = reached_[at].row;
      column_[reached_[at].row] = column;
      column = reached_[at].over;
    }
  }

  struct Reached {
    int row, before, over;  ///< over which column it was reached, from which one of reached_
  };
  std::vector<int> column_, row_;
  std::vector<std::uint32_t> seen_;
  std::vector<Reached> reached_;
  std::uint32_t search_ = 0;
};

/// The bytes that one rank still has for another: `real` bytes of a message of `message` bytes, and
/// with idle time `total`.
struct Entry {
  int column;
  std::size_t message, real, total;
};

/// The traffic as a square matrix whose rows and columns have equal sums: the largest sum of the
/// traffic. The difference is idle time, which no host sends, added first where messages exist
/// (after Liu et al., "Scheduling techniques for hybrid circuit/packet networks", CoNEXT'15).
class Stuffed {
 public:
  explicit Stuffed(const Traffic& traffic)
      : rows_(traffic.size), row_room_(traffic.size, 0), column_room_(traffic.size, 0) {
    for (const Message& m : traffic.messages) {
      rows_[m.from].push_back({m.to, m.bytes, m.bytes, m.bytes});
      row_room_[m.from] += m.bytes;
      column_room_[m.to] += m.bytes;
      real_ += m.bytes;
    }
    for (std::size_t sum : row_room_) sum_ = std::max(sum_, sum);
    for (std::size_t sum : column_room_) sum_ = std::max(sum_, sum);
    for (std::size_t& room : row_room_) room = sum_ - room;
    for (std::size_t& room : column_room_) room = sum_ - room;
    for (int row = 0; row < traffic.size; ++row)
      for (Entry& entry : rows_[row]) entry.total += fill(row, entry.column);
    for (int row = 0, column = 0; row < traffic.size && column < traffic.size;) {
      if (const std::size_t idle = fill(row, column); idle != 0)
        rows_[row].push_back({column, 0, 0, idle});
      (row_room_[row] == 0 ? row : column) += 1;
    }
    for (auto& row : rows_) std::ranges::sort(row, {}, &Entry::column);
  }

  std::size_t sum() const { return sum_; }
  std::size_t real() const { return real_; }
  const std::vector<Entry>& row(int row) const { return rows_[row]; }
  std::size_t total(int row, int column) { return find(row, column).total; }

  /// Subtracts `length` from the entry. Returns how much of that is real data.
  Transfer take(int row, int column, std::size_t length) {
    Entry& entry = find(row, column);
    const std::size_t bytes = std::min(length, entry.real);
    const Transfer out{row, column, entry.message - entry.real, bytes};
    entry.total -= length;
    entry.real -= bytes;
    real_ -= bytes;
    return out;
  }

  /// The parts of messages that are left over.
  Transfer part(const Transfer& of_rest) {
    const Entry& entry = find(of_rest.from, of_rest.to);
    return {of_rest.from, of_rest.to, entry.message - entry.real + of_rest.offset, of_rest.bytes};
  }

  Traffic rest() const {
    Traffic out{static_cast<int>(rows_.size()), {}};
    for (int row = 0; row < out.size; ++row)
      for (const Entry& entry : rows_[row])
        if (entry.real != 0) out.messages.push_back({row, entry.column, entry.real});
    return out;
  }

 private:
  Entry& find(int row, int column) {
    return *std::ranges::lower_bound(rows_[row], column, {}, &Entry::column);
  }
  std::size_t fill(int row, int column) {
    const std::size_t idle = std::min(row_room_[row], column_room_[column]);
    row_room_[row] -= idle;
    column_room_[column] -= idle;
    return idle;
  }

  std::vector<std::vector<Entry>> rows_;
  std::vector<std::size_t> row_room_, column_room_;
  std::size_t sum_ = 0, real_ = 0;
};

/// The bytes of its busiest link, phase after phase.
std::size_t length_of(const Phases& phases) {
  std::size_t length = 0;
  for (std::size_t p = 0; p < phases.phases.size(); ++p) {
    std::vector<std::size_t> sent(phases.size, 0), received(phases.size, 0);
    for (const Transfer& t : phases.phases[p]) {
      sent[t.from] += t.bytes;
      received[t.to] += t.bytes;
    }
    length += std::max(std::ranges::max(sent), std::ranges::max(received));
  }
  return length;
}

/// Cuts slices off the matrix. All entries of a slice are at least `threshold` long, which is
/// halved each time no further slice can be found: few long slices first.
class Slices {
 public:
  explicit Slices(Stuffed& matrix, int size) : matrix_(matrix), matching_(size), open_(size) {
    std::size_t longest = 1;
    for (int row = 0; row < size; ++row)
      for (const Entry& entry : matrix_.row(row)) longest = std::max(longest, entry.total);
    threshold_ = std::bit_floor(longest);
    open_entries();
  }

  /// Returns the next slice's transfers; `length` includes idle time. At threshold 1 a slice always
  /// exists while anything is left: that is Birkhoff's theorem.
  std::vector<Transfer> next(std::size_t& length) {
    const auto edges = [this](int row) -> const std::vector<int>& { return open_[row]; };
    while (!matching_.complete(edges)) {
      threshold_ /= 2;
      open_entries();
    }
    const int size = static_cast<int>(open_.size());
    length = matrix_.sum();
    for (int row = 0; row < size; ++row)
      length = std::min(length, matrix_.total(row, matching_.column_of(row)));
    std::vector<Transfer> out;
    for (int row = 0; row < size; ++row) {
      const int column = matching_.column_of(row);
      if (const Transfer t = matrix_.take(row, column, length); t.bytes != 0) out.push_back(t);
      if (matrix_.total(row, column) >= threshold_) continue;
      matching_.drop(row);
      std::erase(open_[row], column);
    }
    return out;
  }

 private:
  // Longer entries come first, because they are then found first.
  void open_entries() {
    for (std::size_t row = 0; row < open_.size(); ++row) {
      std::vector<const Entry*> entries;
      for (const Entry& entry : matrix_.row(static_cast<int>(row)))
        if (entry.total >= threshold_) entries.push_back(&entry);
      std::ranges::stable_sort(entries, std::greater(), &Entry::total);
      open_[row].clear();
      for (const Entry* entry : entries) open_[row].push_back(entry->column);
    }
  }

  Stuffed& matrix_;
  Matching matching_;
  std::vector<std::vector<int>> open_;  // per row the columns at or above the threshold
  std::size_t threshold_ = 1;
};

}  // namespace

Phases birkhoff(const Traffic& traffic, const Network& network, std::size_t small) {
  Phases out{traffic.size, "birkhoff", {}, false};
  Stuffed matrix(traffic);
  Slices slices(matrix, traffic.size);
  const std::size_t allowed = matrix.sum() + matrix.sum() / 25;
  std::size_t length = 0;
  for (std::size_t cut = 0; matrix.real() != 0; ++cut) {
    if (cut % traffic.size == 0) {
      Phases rest = greedy(matrix.rest(), network, small);
      if (length + length_of(rest) <= allowed) {
        out.small_last = rest.small_last;
        for (auto& phase : rest.phases) {
          for (Transfer& t : phase) t = matrix.part(t);
          out.phases.push_back(std::move(phase));
        }
        break;
      }
    }
    std::size_t slice = 0;
    std::vector<Transfer> phase = slices.next(slice);
    length += slice;
    if (!phase.empty()) out.phases.push_back(std::move(phase));
  }
  return out;
}

}  // namespace bamboo::plans
