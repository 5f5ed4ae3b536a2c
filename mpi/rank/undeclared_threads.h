// SPDX-License-Identifier: Apache-2.0
// Threads of a rank that did not ask MPI_Init for them. MPI forbids them to call MPI, but the
// installed MPIs accept calls that do not overlap in time. Bamboo does the same: at the first such
// call the thread that runs main() becomes the rank's own, as with MPI_THREAD_SERIALIZED at
// MPI_Init_thread.
#pragma once

namespace bamboo::mpi {

class Rank;

/// A thread of the rank that does not run main() begins an MPI function: from now on the rank has
/// its own threads. Prints a warning once per process. Ends the job with a message if BAMBOO_STRICT
/// is set, if main() is in MPI, or if the rank cannot keep main()'s thread. Any thread may call it.
void let_thread_in(Rank& rank, const char* function, void* call_site);

/// main() waits in MPI inside of a parallel region, whose OpenMP library uses thread-local state:
/// the rank keeps its thread, or the job ends with a message. Called by that thread.
void keep_thread_of_region(Rank& rank);

}  // namespace bamboo::mpi
