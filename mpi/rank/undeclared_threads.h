// SPDX-License-Identifier: Apache-2.0
// Threads of a rank that has not asked MPI_Init for them. MPI forbids them calls, and the installed
// MPIs let these pass as long as two do not overlap in time. So does Bamboo: with the first one the
// thread that runs main() becomes the rank's own, as with MPI_THREAD_SERIALIZED at MPI_Init_thread.
#pragma once

namespace bamboo::mpi {

class Rank;

/// A thread of the rank that does not run main() begins an MPI function: from now on the rank has
/// threads of its own. Warned about once in a process; a message, and the job ends, where
/// BAMBOO_STRICT is set, where main() is in MPI, and where the rank cannot keep main()'s thread.
/// Any thread.
void let_thread_in(Rank& rank, const char* function, void* call_site);

/// main() waits in MPI inside of a parallel region, whose OpenMP library goes by threads: the rank
/// keeps the thread on which it runs, or a message, and the job ends. By that thread.
void keep_thread_of_region(Rank& rank);

}  // namespace bamboo::mpi
