// SPDX-License-Identifier: Apache-2.0
// Blocks that are received into one place, which MPI forbids and programs do.
#pragma once

#include <span>
#include <vector>

#include "collectives/buffer.h"
#include "collectives/collective.h"

namespace bamboo::mpi {

/// A place of packed bytes for each of the blocks, one behind the other in `memory`.
std::vector<TypedRange> packed_places(std::span<const TypedRange> blocks, TypedMemory& memory);

/// Replaces overlapping blocks of `recvbuf`, one from each rank (share_places()), by memory of
/// `parts`, whose run ends with copying them back in the order of ranks. So the final data are the
/// same as for messages that arrive in this order, and a plan may forward what it has received.
bool receive_apart_if_shared(std::vector<TypedRange>& blocks, const void* recvbuf,
                             Collective::Parts& parts);

}  // namespace bamboo::mpi
