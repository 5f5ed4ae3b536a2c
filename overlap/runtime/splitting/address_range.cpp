// SPDX-License-Identifier: Apache-2.0
#include "address_range.h"

#include <algorithm>
#include <utility>

namespace bamboo::overlap {

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

bool meets(const std::vector<AddressRange>& ranges, const AddressRange& touched) {
  const auto found = std::upper_bound(
      ranges.begin(), ranges.end(), touched.first,
      [](uint64_t address, const AddressRange& range) { return address < range.end; });
  return found != ranges.end() && found->first < touched.end;
}

}  // namespace bamboo::overlap
