// SPDX-License-Identifier: Apache-2.0
// The memory that a message of a derived datatype touches, found by taking the type apart.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <vector>

#include "touch_run.h"

namespace bamboo::overlap {

/// A number of repetitions at equal distances.
struct Repetition {
  int64_t stride, count;
};

/// Bytes that lie together, repeated: the outermost repetition first.
struct MessagePiece {
  int64_t offset, bytes;  ///< offset from the buffer's address
  std::vector<Repetition> repetitions;
};

/// All pieces of `count` elements of a type that may be asked: it is not freed. Pieces may overlap
/// and contain more than the message; a layout that takes long to separate becomes one piece.
/// Local, as MPI's own functions that it calls.
std::vector<MessagePiece> message_layout(MPI_Datatype type, int64_t count);

/// The piece of a message to or from `address` as runs; as one when there are many.
std::vector<TouchRun> runs_of(const MessagePiece& piece, uint64_t address, bool written);

}  // namespace bamboo::overlap
