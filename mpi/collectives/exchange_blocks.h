// SPDX-License-Identifier: Apache-2.0
// The one plan behind all data movement between pairs of ranks.
#pragma once

#include <functional>

#include "collectives/operations.h"

namespace bamboo::mpi {

/// What goes to, or comes from, this rank; of an inter-communicator: of the remote group.
using BlockOf = std::function<TypedRange(int)>;

/// Every rank sends each its block. In place (no `sent`) the data is copied first, since what
/// arrives takes the place of what must still leave.
CollectiveRef exchange_blocks(Communicator& comm, const BlockOf* sent, const BlockOf& received,
                              const void* recvbuf);

}  // namespace bamboo::mpi
