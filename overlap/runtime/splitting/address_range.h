// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace bamboo::overlap {

/// Addresses first … end - 1; none where they are equal.
struct AddressRange {
  uint64_t first = 0, end = 0;
  bool operator==(const AddressRange&) const = default;
};

/// Sorts the ranges and merges those that overlap or touch each other.
void merge(std::vector<AddressRange>& ranges);

/// Whether the range overlaps one of the merged `ranges`.
bool meets(const std::vector<AddressRange>& ranges, const AddressRange& touched);

}  // namespace bamboo::overlap
