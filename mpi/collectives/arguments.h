// SPDX-License-Identifier: Apache-2.0
// Checks of the arguments of collectives. They throw MpiError with MPI's class and a text that
// contains the argument, its value, and the legal values.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <span>

#include "collectives/memory.h"
#include "comm/communicator.h"
#include "errors/errors.h"
#include "types/counts.h"

namespace bamboo::mpi {

/// Throws MpiError(MPI_ERR_COMM) for an inter-communicator.
void check_intracommunicator(const Communicator& comm);
void check_root(const Communicator& comm, int root);

/// Throws MpiError(MPI_ERR_BUFFER) for a null pointer where there are elements. `name` is that of
/// the buffer's argument.
void check_buffer(const void* buffer, std::size_t count, const Datatype& type, const char* name);

/// MPI_IN_PLACE where it has no meaning: `where` says where it has. The installed MPIs let it pass
/// where there are no elements: that is misuse, not an error.
void refuse_in_place(const void* buffer, const char* name, const char* where,
                     MPI_Count elements = 1);
/// Like above, for a buffer with a block of this number of elements for each of `ranks`.
void refuse_in_place(const void* buffer, const char* name, const char* where, Counts counts,
                     int ranks);
/// Memory that is sent from and received into, without MPI_IN_PLACE. (Of types with holes only what
/// begins at one place is found out: parts of one array may well be sent and others received.)
void check_distinct(const TypedRange& sent, const TypedRange& received);
/// Whether blocks of `recvbuf`, one from each rank, overlap: no place may be received into twice.
/// (For types with holes see above.) The installed MPIs accept it, so it is misuse, not an error.
bool share_places(std::span<const TypedRange> blocks, const void* recvbuf);
/// Checks that a rank receives from itself the elements that it sends to itself.
void check_own_block(std::size_t sent, std::size_t received);

}  // namespace bamboo::mpi
