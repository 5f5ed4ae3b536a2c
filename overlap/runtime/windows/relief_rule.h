// SPDX-License-Identifier: Apache-2.0
// Decides which operations ask for relief, and how long the thread sleeps between two polls of the
// network.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "shared/windows.h"

namespace bamboo::overlap {

/// The transfers between an operation's halves.
enum class Transfer {
  Message,     ///< one message
  Collective,  ///< messages that are sent when others have come
};

/// Bytes that travel to another host while neither side looks at the network.
struct Reach {
  uint64_t eager_bytes;   ///< the MPI sends them without the receiver's answer
  uint64_t kernel_bytes;  ///< and the kernel's buffers hold them
};

/// Whether the operation would not advance while the program computes.
constexpr bool asks_for_relief(Transfer transfer, uint64_t bytes, const Reach& reach) {
  const uint64_t reached = std::min(reach.eager_bytes, reach.kernel_bytes);
  return bytes > reached || (transfer == Transfer::Collective && bytes >= long_collective);
}

using Span = std::chrono::nanoseconds;

/// Naps are long compared with a poll and the two thread switches around it, about 10 us, and short
/// compared with the time in which a network empties the kernel's buffers.
inline constexpr Span first_nap = std::chrono::microseconds(200);
inline constexpr Span shortest_nap = std::chrono::microseconds(100);
inline constexpr Span longest_nap = std::chrono::microseconds(800);

/// A poll that takes longer has moved data: the MPI does not report what it did.
inline constexpr Span empty_look = std::chrono::microseconds(8);

/// If tests take longer than this, they have moved some 300 KB each, so the network is fast.
inline constexpr Span long_looks = std::chrono::microseconds(100);

/// The number of consecutive tests without a nap, each of which except for the last moves data.
inline constexpr int most_looks = 8;

/// Returns the nap after tests that took this time. `last` is the previous nap.
constexpr Span next_nap(Span last, Span looks) {
  if (looks > long_looks) return std::max(last / 2, shortest_nap);
  return looks > empty_look ? last : std::min(last * 2, longest_nap);
}

}  // namespace bamboo::overlap
