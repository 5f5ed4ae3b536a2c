// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>

#include "bamboo/taskgraph/internal/job_clock.h"

namespace bamboo {

/// Compares every process's clock with process 0's. Collective.
JobClock compare_clocks(MPI_Comm comm);

/// Measures the largest message that this MPI sends without a handshake on the network between this
/// job's processes. Collective over `comm`; the same result on every process. `local` is the number
/// of processes on this machine. A nonzero `piece_bytes` of process 0 overrides the measurement.
///
/// Every process sends messages of several sizes without a posted receive. Those that complete were
/// eager, because a handshake would wait for the receive. In a job on several machines only the
/// network between them counts. Processes that share memory get longer pieces.
std::size_t find_eager_size(MPI_Comm comm, int local, std::size_t piece_bytes);

}  // namespace bamboo
