// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "protocol/broadcast_side.h"

namespace bamboo::plans::multicast {

/// Switches learn the listeners of a new group milliseconds after its members have joined. A
/// message sent before is lost, and noticing and repairing that takes about 20 ms. So a short first
/// message goes to each member by unicast: one datagram for each of `members` - 1, whose total size
/// is at most what the slowest usual network carries until the switches have learned. Both sides
/// know the rule, so the receiver does not conclude that multicasts fail.
inline bool goes_to_each_alone(const Where& where, std::size_t bytes, std::size_t unit,
                               std::size_t members) {
  constexpr std::size_t most_copies_bytes = 64 << 10;  // 5 ms at 100 Mbit/s
  return where.operation == 0 && bytes <= unit && bytes * (members - 1) <= most_copies_bytes;
}

}  // namespace bamboo::plans::multicast
