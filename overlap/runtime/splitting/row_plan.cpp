// SPDX-License-Identifier: Apache-2.0
#include "row_plan.h"

#include <algorithm>
#include <utility>

namespace bamboo::overlap {
namespace {

constexpr RowReach nowhere{UINT64_MAX, 0};

/// Appends rows.
void add(std::vector<RowRange>& rows, int64_t first, int64_t end) {
  if (first == end) return;
  if (!rows.empty() && rows.back().end == first)
    rows.back().end = end;
  else
    rows.push_back({first, end});
}

/// A range that would wrap around is not valid memory: it overlaps everything.
AddressRange range_of(const RowReach& reach, uint64_t bytes) {
  if (reach.lowest > reach.highest) return {};
  return {reach.lowest, reach.highest > UINT64_MAX - bytes ? UINT64_MAX : reach.highest + bytes};
}

/// The smallest range that contains both.
AddressRange joint(const AddressRange& one, const AddressRange& other) {
  if (one == AddressRange{}) return other;
  if (other == AddressRange{}) return one;
  return {std::min(one.first, other.first), std::max(one.end, other.end)};
}

/// Returns nothing if the result is not an address.
std::optional<uint64_t> address_of(const RowGather& gather, int64_t index) {
  int64_t offset = 0, address = 0;
  if (__builtin_mul_overflow(gather.scale, index, &offset) ||
      __builtin_add_overflow(gather.base, offset, &address) || address < 0)
    return std::nullopt;
  return static_cast<uint64_t>(address);
}

/// From the smallest index to the largest one.
RowReach reach_of(const RowGather& gather, const IndexExtremes& extremes) {
  if (extremes.is_empty()) return nowhere;
  const auto one = address_of(gather, extremes.least),
             other = address_of(gather, extremes.greatest);
  if (!one || !other) return {0, UINT64_MAX};
  return {std::min(*one, *other), std::max(*one, *other)};
}

}  // namespace

void RowPlan::add_access(uint64_t bytes, AccessKind kind) {
  accesses_.push_back(
      {bytes, kind, std::nullopt, std::vector<RowReach>(chunk_rows, nowhere), {}, {}});
}

void RowPlan::add_gather(uint64_t bytes, const RowGather& gather) {
  accesses_.push_back({bytes, AccessKind::Gathered, gather, {}, {}, {}});
}

void RowPlan::begin(int64_t rows, std::vector<AddressRange> coming, std::vector<AddressRange> own) {
  rows_ = all_ = rows;
  coming_ = std::move(coming);
  own_ = std::move(own);
  merge(coming_);
  merge(own_);
}

void RowPlan::begin(int64_t rows, std::vector<AddressRange> coming, std::vector<AddressRange> own,
                    std::vector<AddressRange> held, std::vector<AddressRange> linear) {
  begin(rows, std::move(coming), std::move(own));
  order_.emplace(std::move(held), std::move(linear));
}

bool RowPlan::next_chunk(int64_t limit) {
  if (known_ != nullptr) {
    first_ = end_ = 0;
    return std::exchange(chunk_end_, 1) == 0;
  }
  const int64_t last = std::min(rows_, limit);
  at_ = chunk_ = chunk_end_;
  if (at_ >= last) return false;
  first_ = at_;
  end_ = chunk_end_ = std::min(last, at_ + chunk_rows);
  is_sorted_ = false;
  return true;
}

void RowPlan::end_search() {
  if (known_ != nullptr) return;
  add(found_.behind, std::min(rows_, chunk_end_), all_);
  found_.compared = compared();
}

bool RowPlan::may_read(int64_t row, uint64_t address, uint64_t bytes) {
  if (known_ != nullptr) return false;
  const AddressRange memory = range_of({address, address}, bytes);
  if (!meets(coming_, memory) && !meets(own_, memory)) return true;
  rows_ = std::min(rows_, row);
  stopped_by_ = joint(stopped_by_, memory);
  return false;
}

void RowPlan::remember_indices() {
  for (Access& access : accesses_) {
    if (!access.is_index()) continue;
    for (int64_t row = chunk_; row < std::min(chunk_end_, rows_); ++row)
      access.read.add(range_of(access.noted[static_cast<size_t>(row - chunk_)], access.bytes));
  }
}

std::optional<std::vector<AddressRange>> RowPlan::indices() const {
  std::vector<AddressRange> all;
  for (const Access& access : accesses_) {
    if (!access.is_index()) continue;
    if (!access.read.are_dense()) return std::nullopt;
    all.insert(all.end(), access.read.ranges().begin(), access.read.ranges().end());
  }
  return all;
}

std::vector<AddressRange> RowPlan::compared() const {
  std::vector<AddressRange> all = {stopped_by_};
  for (const Access& access : accesses_) {
    const std::vector<AddressRange>& read = access.read.ranges();
    all.insert(all.end(), read.begin(), read.end());
    all.push_back(access.compared);
  }
  std::erase(all, AddressRange{});
  merge(all);
  return all;
}

void RowPlan::sort_rows() {
  is_sorted_ = true;
  remember_indices();
  waits_.fill(false);
  // Indices come before the elements found by them: indices that are not written yet are not read.
  for (Access& access : accesses_)
    if (access.kind != AccessKind::Checked) sort(access, chunk_, std::min(chunk_end_, rows_));
  if (order_) keep_order();
}

/// Rows that wait for messages keep their order relative to rows that touch the same memory.
void RowPlan::keep_order() {
  std::vector<RowTouch> touched;
  for (int64_t row = chunk_; row < std::min(chunk_end_, rows_); ++row) {
    bool& waits = waits_[static_cast<size_t>(row - chunk_)];
    touched.clear();
    for (const Access& access : accesses_)
      if (const AddressRange memory = touched_by(access, row, row + 1); memory != AddressRange{})
        touched.push_back({memory, access.kind == AccessKind::Scattered});
    switch (order_->place_of(touched, waits)) {
      case RowPlace::Before:
        break;
      case RowPlace::Behind:
        waits = true;
        break;
      case RowPlace::WithAllLaterOnes:
        rows_ = row;
        break;
    }
  }
}

/// Most rows read no memory of a message, so many are examined together first.
void RowPlan::sort(Access& access, int64_t first, int64_t end) {
  constexpr int64_t parts = 16;
  const AddressRange touched = touched_by(access, first, end);
  access.compared = joint(access.compared, touched);
  if (!meets(coming_, touched) && !meets(own_, touched)) return;
  if (end - first == 1) return keep_back(access, first, touched);
  const int64_t part = (end - first + parts - 1) / parts;
  for (int64_t at = first; at < std::min(end, rows_); at += part)
    sort(access, at, std::min(end, at + part));
}

void RowPlan::keep_back(const Access& access, int64_t row, const AddressRange& touched) {
  if (access.is_index() || meets(own_, touched))
    rows_ = row;
  else
    waits_[static_cast<size_t>(row - chunk_)] = true;
}

AddressRange RowPlan::touched_by(const Access& access, int64_t first, int64_t end) const {
  if (access.gather)
    return range_of(reach_of(*access.gather, extremes(*access.gather, first, end)), access.bytes);
  RowReach all = nowhere;
  for (int64_t row = first; row < end; ++row) {
    const RowReach& noted = access.noted[static_cast<size_t>(row - chunk_)];
    all = {std::min(all.lowest, noted.lowest), std::max(all.highest, noted.highest)};
  }
  return range_of(all, access.bytes);
}

/// The indices of adjacent rows are examined together.
IndexExtremes RowPlan::extremes(const RowGather& gather, int64_t first, int64_t end) const {
  const std::vector<RowReach>& noted = accesses_[gather.indices].noted;
  const uint64_t bytes = bytes_of(gather.type);
  IndexExtremes found;
  AddressRange joint;
  const auto look = [&] {
    widen(found, gather.type, joint.first, (joint.end - joint.first) / bytes);
  };
  for (int64_t row = first; row < end; ++row) {
    const AddressRange own = range_of(noted[static_cast<size_t>(row - chunk_)], bytes);
    if (own.first == own.end) continue;
    if (own.first != joint.end) {
      look();
      joint.first = own.first;
    }
    joint.end = own.end;
  }
  look();
  return found;
}

bool RowPlan::next_run() {
  if (known_ != nullptr) {
    if (next_ == known_->before.size()) return false;
    first_ = known_->before[next_].first;
    end_ = known_->before[next_].end;
    ++next_;
    return true;
  }
  if (!is_sorted_) sort_rows();
  const auto row_at = [&](int64_t row) { return waits_.begin() + (row - chunk_); };
  const auto end = row_at(std::max(at_, std::min(chunk_end_, rows_)));
  const auto begins = std::find(row_at(at_), end, false);
  const auto ends = std::find(begins, end, true);
  first_ = chunk_ + (begins - waits_.begin());
  end_ = chunk_ + (ends - waits_.begin());
  add(found_.behind, at_, first_);
  add(found_.before, first_, end_);
  at_ = end_;
  return first_ < end_;
}

}  // namespace bamboo::overlap
