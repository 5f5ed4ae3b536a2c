// SPDX-License-Identifier: Apache-2.0
// The one plan behind all data movement between pairs of ranks.
#pragma once

#include <functional>

#include "collectives/operations.h"

namespace bamboo::mpi {

/// The block for, or from, a rank; in an inter-communicator a rank of the remote group.
using BlockOf = std::function<TypedRange(int)>;

/// Every rank sends a block to each rank. In place (no `sent`) the data are copied first, because
/// arriving data replace data that must still be sent.
CollectiveRef exchange_blocks(Communicator& comm, const BlockOf* sent, const BlockOf& received,
                              const void* recvbuf);

}  // namespace bamboo::mpi
