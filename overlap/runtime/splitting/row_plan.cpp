// SPDX-License-Identifier: Apache-2.0
#include "row_plan.h"

#include <algorithm>

namespace bamboo::overlap {
namespace {

/// Sorts them and makes one of those that meet.
void merge(std::vector<AddressRange>& ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const AddressRange& a, const AddressRange& b) { return a.first < b.first; });
  std::vector<AddressRange> merged;
  for (const AddressRange& one : ranges)
    if (!merged.empty() && one.first <= merged.back().end)
      merged.back().end = std::max(merged.back().end, one.end);
    else
      merged.push_back(one);
  ranges = std::move(merged);
}

/// The first range that ends behind the address.
auto ending_behind(const std::vector<AddressRange>& ranges, uint64_t address) {
  return std::upper_bound(
      ranges.begin(), ranges.end(), address,
      [](uint64_t value, const AddressRange& range) { return value < range.end; });
}

bool meets(const std::vector<AddressRange>& ranges, const AddressRange& touched) {
  const auto found = ending_behind(ranges, touched.first);
  return found != ranges.end() && found->first < touched.end;
}

}  // namespace

void RowPlan::add_access(uint64_t bytes, bool is_index) {
  accesses_.push_back({bytes, is_index});
}

void RowPlan::begin(int64_t rows, std::vector<AddressRange> coming, std::vector<AddressRange> own) {
  rows_ = all_ = rows;
  coming_ = std::move(coming);
  own_ = std::move(own);
  merge(coming_);
  merge(own_);
}

bool RowPlan::next_chunk() {
  at_ = chunk_end_;
  if (at_ >= rows_) {
    leave(rows_, all_);
    return false;
  }
  first_ = at_;
  end_ = chunk_end_ = std::min(rows_, at_ + kChunk);
  waiting_.clear();
  next_waiting_ = 0;
  return true;
}

void RowPlan::tell(int64_t row, unsigned number, uint64_t lowest, uint64_t highest) {
  Access& access = accesses_[number];
  if (row >= rows_ || lowest > highest) return;
  // What would wrap around is no program's memory: it meets everything.
  const uint64_t end = highest > UINT64_MAX - access.bytes ? UINT64_MAX : highest + access.bytes;
  const AddressRange touched{lowest, end};
  const bool is_coming = meets(coming_, touched);
  if (meets(own_, touched) || (access.is_index && is_coming))
    rows_ = row;
  else if (!is_coming)
    find_free(access, lowest);
  else if (waiting_.empty() || waiting_.back() != row)
    waiting_.push_back(row);
}

/// The room around the address in which nothing is written.
void RowPlan::find_free(Access& access, uint64_t lowest) const {
  uint64_t first = 0, end = UINT64_MAX;
  for (const auto* ranges : {&coming_, &own_}) {
    const auto next = ending_behind(*ranges, lowest);
    if (next != ranges->end()) end = std::min(end, next->first);
    if (next != ranges->begin()) first = std::max(first, std::prev(next)->end);
  }
  access.lowest_free = first;
  access.highest_free = end - access.bytes;
}

bool RowPlan::next_run() {
  const int64_t end = std::min(chunk_end_, rows_);
  for (; next_waiting_ < waiting_.size() && waiting_[next_waiting_] == at_ && at_ < end;
       ++next_waiting_, ++at_)
    leave(at_, at_ + 1);
  if (at_ >= end) return false;
  first_ = at_;
  end_ = next_waiting_ < waiting_.size() ? std::min(end, waiting_[next_waiting_]) : end;
  at_ = end_;
  return true;
}

void RowPlan::leave(int64_t first, int64_t end) {
  if (first == end) return;
  if (!left_.empty() && left_.back().end == first)
    left_.back().end = end;
  else
    left_.push_back({first, end});
}

}  // namespace bamboo::overlap
