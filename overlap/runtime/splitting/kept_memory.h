// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory that must hold the same until the rest of a split nest runs, because addresses were
/// computed from it, and what will be written until then.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "row_plan.h"

namespace bamboo::overlap {

class KeptMemory {
 public:
  void keep(uint64_t address, uint64_t bytes) { add(kept_, address, bytes); }
  void write(uint64_t address, uint64_t bytes) { add(written_, address, bytes); }

  bool is_written() const {
    return std::any_of(kept_.begin(), kept_.end(), [&](const AddressRange& kept) {
      return std::any_of(written_.begin(), written_.end(), [&](const AddressRange& written) {
        return kept.first < written.end && written.first < kept.end;
      });
    });
  }

 private:
  /// Loops load the same again and again, and requests lie one behind the other.
  static void add(std::vector<AddressRange>& ranges, uint64_t address, uint64_t bytes) {
    const AddressRange next{address, address + bytes};
    if (!ranges.empty() && ranges.back().first <= next.first && next.first <= ranges.back().end)
      ranges.back().end = std::max(ranges.back().end, next.end);
    else if (bytes > 0)
      ranges.push_back(next);
  }

  std::vector<AddressRange> kept_, written_;
};

}  // namespace bamboo::overlap
