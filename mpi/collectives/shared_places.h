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

/// Blocks of `recvbuf`, one from each rank, that share places (share_places()) become memory of
/// `parts`, whose run ends with copying them back in order of ranks. The data stand in the end as
/// if they had come in this order, and a plan may pass on to others what it has received.
bool receive_apart_if_shared(std::vector<TypedRange>& blocks, const void* recvbuf,
                             Collective::Parts& parts);

}  // namespace bamboo::mpi
