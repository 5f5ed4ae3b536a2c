// SPDX-License-Identifier: Apache-2.0
// The messages about a window between ranks of two processes. A message's context is the window's,
// marked as active, its tag the kind, its label the number of a question.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bamboo/taskgraph/types.h"
#include "types/datatype.h"

namespace bamboo::mpi {

class MessagingTask;

enum class MessageKind : std::int32_t {
  Operation,        ///< to the target: OperationHead, segments of its type, packed data
  OrderedOperation, /**< the same, one that accumulates: those of one origin are carried out in
                         their order */
  Answer,           ///< to the one who asked: packed data, if any
  Refusal,          ///< the same: the error's class (an int), and why in words
  Lock,             ///< to the target, a question: the claim's kind (a byte)
  Unlock,
  Post,      ///< to an origin: the sender's memory is exposed to it
  Complete,  ///< to a target: the sender has done all that it wanted
};

enum class Access : std::uint8_t { Put, Get, Accumulate, GetAccumulate, CompareAndSwap };

constexpr bool is_ordered(Access access) {
  return access != Access::Put && access != Access::Get;
}

/// A datatype as another process needs it to find the data: its segments follow, unless it is
/// contiguous. A predefined type takes the head alone, a vector one segment.
struct TypeHead {
  std::uint64_t size = 0;
  std::int64_t extent = 0, true_lb = 0, true_extent = 0;
  std::uint32_t uniform = 0;  ///< the ABI's number of the predefined type of all elements
  std::uint32_t segments = 0;
  std::uint32_t contiguous = 0;
};

struct OperationHead {
  std::int64_t displacement = 0;
  std::uint64_t count = 0;
  std::uint32_t op = 0;  ///< the ABI's number
  Access access = Access::Put;
  TypeHead type;
};

TypeHead describe(const Datatype& type);
/// The segments that describe() counts.
std::span<const std::byte> segments_of(const Datatype& type);
/// Fills in what describe() said; the segments are packed.
void rebuild(Datatype& type, const TypeHead& head, std::span<const std::byte> segments);

/// Sends a message with a payload of few bytes.
void send_notice(MessagingTask& from, TaskId to, std::uint32_t context, MessageKind kind,
                 std::uint32_t question = 0, std::span<const std::byte> payload = {});

}  // namespace bamboo::mpi
