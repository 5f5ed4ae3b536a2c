// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace bamboo::plans {

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

  /// Matches every row, or says that there is no way. `edges(row)`: the columns to choose from.
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

}  // namespace bamboo::plans
