// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bamboo::overlap {

/// Addresses first … end - 1; none where they are equal.
struct AddressRange {
  uint64_t first = 0, end = 0;
  bool operator==(const AddressRange&) const = default;
};

}  // namespace bamboo::overlap
