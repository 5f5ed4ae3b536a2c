// SPDX-License-Identifier: Apache-2.0
// Memory that must not change until the rest of a split nest runs, because addresses were computed
// from it, and the memory that will be written until then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "row_plan.h"

namespace bamboo::overlap {

/// Ranges of addresses that are reported repeatedly, or consecutively.
class MemoryRanges {
 public:
  /// Returns false if there are too many ranges to compare and this one is not among them.
  bool add(const AddressRange& next) {
    if (next.first == next.end || extend(next)) return true;
    if (ranges_.size() == most_ranges) return false;
    ranges_.push_back(next);
    return true;
  }

  bool meets(const AddressRange& other) const {
    return std::any_of(ranges_.begin(), ranges_.end(), [&](const AddressRange& own) {
      return own.first < other.end && other.first < own.end;
    });
  }

  bool meets(const MemoryRanges& others) const {
    return std::any_of(others.ranges_.begin(), others.ranges_.end(),
                       [&](const AddressRange& other) { return meets(other); });
  }

  size_t size() const { return ranges_.size(); }

 private:
  static constexpr size_t most_ranges = 256;
  /// The number of loads in one loop, each of which reads a separate area of memory.
  static constexpr size_t streams = 8;

  bool extend(const AddressRange& next) {
    const auto end = ranges_.rbegin() + static_cast<int64_t>(std::min(streams, ranges_.size()));
    const auto found = std::find_if(ranges_.rbegin(), end, [&](const AddressRange& own) {
      return own.first <= next.first && next.first <= own.end;
    });
    if (found == end) return false;
    found->end = std::max(found->end, next.end);
    return true;
  }

  std::vector<AddressRange> ranges_;
};

struct KeptMemory {
  MemoryRanges kept, written;
};

}  // namespace bamboo::overlap
