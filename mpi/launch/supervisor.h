// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

struct SharedCalls;

/// Forks this process, which a launcher started. Returns in the child, which runs the program. The
/// parent forwards signals and ends like the child. If the child is killed (kill -9, out of
/// memory), it reports the process, its ranks, and their MPI calls.
///
/// Returns the memory that parent and child share, with space for the calls of `ranks` ranks.
/// Returns null if there is no parent, because no launcher waits for the process, a debugger is
/// attached or has started the job, or it has threads. Call it before the first thread starts.
SharedCalls* supervise(int ranks);

}  // namespace bamboo::mpi
