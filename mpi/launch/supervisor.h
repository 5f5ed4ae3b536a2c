// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

struct SharedCalls;

/// Splits this process, which a launcher started, in two. Returns in the child, which runs the
/// program. The parent stays, passes signals on and ends as the child does. When the child is lost
/// (kill -9, out of memory), it says which process, with which ranks, in which MPI calls.
///
/// Returns what parent and child share, with room for the calls of so many ranks. Null: there is no
/// parent, because no launcher waits for the process, a debugger holds it, or it has threads.
/// Call it before the first thread starts.
SharedCalls* supervise(int ranks);

}  // namespace bamboo::mpi
