// SPDX-License-Identifier: Apache-2.0
// The layout of a piece on the wire. Both ends are the same machine type and the same build.
#pragma once

#include <cstddef>
#include <cstdint>

#include "bamboo/taskgraph/types.h"

namespace bamboo {

enum class PieceKind : std::uint8_t {
  Message,      ///< Header and the first bytes of the payload; the rest, if any, follows as Data
  Offer,        ///< Header: the payload stays at the sender until it is pulled, or read
  Data,         ///< the next bytes of the payload of the message in `slot`
  Pull,         ///< the receiver wants the offered payload up to the byte in the body
  Release,      ///< the receiver has read the offered payload by itself, or does not want it
  Acknowledge,  ///< the receive that matches a synchronous message has started
  Credit,       ///< nothing but the credits that every piece carries
  Starved,      ///< the sender holds headers back because it has no message credit left
  Blocked,      ///< standard sends that may be copied wait at the sender for byte credit
  Lend,         ///< the answer, when the receiver's tasks only wait: the sender has more of it
  Detect,       ///< of the deadlock detection, which message is in `slot`; no traffic
};

inline bool counts_as_traffic(PieceKind kind) {
  return kind != PieceKind::Detect;
}

enum PieceFlags : std::uint8_t {
  PieceUnpooled = 1,     ///< buffers of this message are not recycled
  PieceSynchronous = 2,  ///< the sender waits for Acknowledge
  PieceReadable = 4,     ///< an offer with the address of its payload, on the same host
};

struct PieceHeader {
  std::uint32_t sequence = 0;  ///< per pair of processes: a transport that reorders is found out
  PieceKind kind = PieceKind::Credit;
  std::uint8_t flags = 0;
  std::uint16_t messages_returned = 0;  ///< credits, see peer.h
  std::uint32_t bytes_returned = 0;
  std::uint32_t slot = 0;  ///< names a message between these two processes, chosen by its sender
};
static_assert(sizeof(PieceHeader) == 16);

inline constexpr std::uint32_t no_slot = ~std::uint32_t{0};
inline constexpr std::size_t first_offset = sizeof(PieceHeader) + sizeof(Header);
inline constexpr std::size_t smallest_readable = first_offset + sizeof(std::uint64_t);
inline constexpr std::size_t rest_offset = sizeof(PieceHeader);

/// The smallest piece with which the protocol works (the answer of the deadlock detection).
inline constexpr std::size_t smallest_piece = 64;

}  // namespace bamboo
