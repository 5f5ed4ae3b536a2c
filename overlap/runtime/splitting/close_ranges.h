// SPDX-License-Identifier: Apache-2.0
// Many small areas of memory as few ranges. Areas that are closest to each other share a range,
// together with what lies between them. Areas that stay far apart become one range, because few
// ranges would gain nothing over it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <vector>

#include "address_range.h"

namespace bamboo::overlap {

class CloseRanges {
 public:
  static constexpr size_t most_ranges = 24;
  /// An allocator leaves less between areas that are allocated one after the other.
  static constexpr uint64_t near = 128;
  /// After so many joins of ranges that are not near, all areas share one range, unless the areas
  /// are dense.
  static constexpr size_t most_joins = 1024;

  void add(const AddressRange& area) {
    if (area.first == area.end) return;
    area_bytes_ += area.end - area.first;
    if (is_one_) return widen(area);
    if (extends_last(area)) return;
    const auto place = std::ranges::lower_bound(ranges_, area.first, {}, &AddressRange::first);
    last_ = static_cast<size_t>(place - ranges_.begin());
    ranges_.insert(place, area);
    if (last_ > 0 && are_near(last_ - 1)) join(--last_);
    while (last_ + 1 < ranges_.size() && are_near(last_)) join(last_);
    if (ranges_.size() <= most_ranges) return;
    is_one_ = ++joins_ > most_joins && !are_dense();
    if (is_one_)
      ranges_ = {{ranges_.front().first, ranges_.back().end}};
    else
      join_closest();
  }

  /// Ascending, apart from one another.
  const std::vector<AddressRange>& ranges() const { return ranges_; }

  /// Whether the areas are at least half of the ranges.
  bool are_dense() const {
    const uint64_t all = std::accumulate(
        ranges_.begin(), ranges_.end(), uint64_t{0},
        [](uint64_t bytes, const AddressRange& one) { return bytes + (one.end - one.first); });
    return all / 2 <= area_bytes_;
  }

 private:
  void widen(const AddressRange& area) {
    ranges_.front().first = std::min(ranges_.front().first, area.first);
    ranges_.front().end = std::max(ranges_.front().end, area.end);
  }

  bool extends_last(const AddressRange& area) {
    if (last_ >= ranges_.size()) return false;
    AddressRange& own = ranges_[last_];
    const uint64_t limit = last_ + 1 < ranges_.size() ? ranges_[last_ + 1].first : UINT64_MAX;
    const bool begins_in = own.first <= area.first && area.first <= own.end + near;
    if (!begins_in || area.end + near >= limit) return false;
    own.end = std::max(own.end, area.end);
    return true;
  }

  /// The bytes between this range and the next one.
  uint64_t gap(size_t range) const {
    const uint64_t end = ranges_[range].end, next = ranges_[range + 1].first;
    return next > end ? next - end : 0;
  }
  bool are_near(size_t range) const { return gap(range) <= near; }

  /// Joins this range and the next one.
  void join(size_t range) {
    ranges_[range].end = std::max(ranges_[range].end, ranges_[range + 1].end);
    ranges_.erase(ranges_.begin() + static_cast<std::ptrdiff_t>(range) + 1);
  }

  void join_closest() {
    size_t closest = 0;
    for (size_t i = 1; i + 1 < ranges_.size(); ++i)
      if (gap(i) < gap(closest)) closest = i;
    join(closest);
    if (last_ > closest) --last_;
  }

  std::vector<AddressRange> ranges_;
  size_t last_ = 0;  ///< the range of the area that was added last
  uint64_t area_bytes_ = 0;
  size_t joins_ = 0;
  bool is_one_ = false;
};

}  // namespace bamboo::overlap
