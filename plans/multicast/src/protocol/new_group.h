// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "protocol/broadcast_side.h"

namespace bamboo::plans::multicast {

/// Switches learn who listens to a new group milliseconds after its members have joined, so what is
/// sent to it before is lost, and noticing and repairing that takes some 20 ms. A short first
/// message therefore goes to each member alone: one datagram for each of `members` - 1, together
/// not longer than what the slowest usual network carries until the switches have learned. Both
/// sides know it: the receiver has no reason to doubt that multicasts arrive.
inline bool goes_to_each_alone(const Where& where, std::size_t bytes, std::size_t unit,
                               std::size_t members) {
  constexpr std::size_t most_copies_bytes = 64 << 10;  // 5 ms at 100 Mbit/s
  return where.operation == 0 && bytes <= unit && bytes * (members - 1) <= most_copies_bytes;
}

}  // namespace bamboo::plans::multicast
