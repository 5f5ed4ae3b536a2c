// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>

namespace bamboo {

/// The largest message that this MPI sends without a handshake, on the network between this job's
/// processes: found by trying. Collective over `comm`; the same result everywhere. `local` is the
/// number of processes on this machine. A `piece_bytes` of process 0 that is not 0 overrides.
///
/// Every process sends messages of several sizes for which no receive is posted. Those that
/// complete nevertheless were eager: a handshake would wait for the receive. Where the job spans
/// machines, only the network between them counts. Processes that share memory get longer pieces.
std::size_t find_eager_size(MPI_Comm comm, int local, std::size_t piece_bytes);

}  // namespace bamboo
