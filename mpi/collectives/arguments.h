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

/// MPI_IN_PLACE is passed where it has no meaning: `where` names the ranks for which it has one.
/// The installed MPIs accept it if there are no elements; that is misuse, not an error.
void refuse_in_place(const void* buffer, const char* name, const char* where,
                     MPI_Count elements = 1);
/// Like above, for a buffer with a block of this number of elements for each of `ranks`.
void refuse_in_place(const void* buffer, const char* name, const char* where, Counts counts,
                     int ranks);
/// Memory from which data are sent and into which data are received, without MPI_IN_PLACE. (For
/// types with holes, this finds only blocks that begin at the same place: a program may send some
/// parts of one array and receive others.)
void check_distinct(const TypedRange& sent, const TypedRange& received);
/// Whether blocks of `recvbuf`, one from each rank, overlap: MPI forbids that two blocks are
/// received into one place. (For types with holes see above.) The installed MPIs accept it, so it
/// is misuse, not an error.
bool share_places(std::span<const TypedRange> blocks, const void* recvbuf);
/// Checks that a rank receives from itself the elements that it sends to itself.
void check_own_block(std::size_t sent, std::size_t received);

}  // namespace bamboo::mpi
