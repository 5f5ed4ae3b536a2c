// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo {
struct RuntimeOptions;
}

namespace bamboo::mpi {

/// Runs the program of this executable as the ranks of this process; what the launcher's main()
/// does. `linked_with` is the program's version of Bamboo. Returns the process's exit code.
int run_job(const char* linked_with, int argc, char** argv);

/// Like above, with a function of this process as the program. All ranks share it, so it must not
/// have mutable globals. For tests and tools.
int run_ranks(const RuntimeOptions& options, int ranks_per_process, int (*program)(int, char**));

}  // namespace bamboo::mpi
