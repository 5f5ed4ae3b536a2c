// SPDX-License-Identifier: Apache-2.0
// How the whole job ends before its ranks have.
#pragma once

namespace bamboo::mpi {

/// Ends every process of the job with this exit code. Any thread.
[[noreturn]] void end_job(int exit_code);

/// From now on end_job() calls `end`, which writes out what the ranks of this process have printed
/// and ends the other processes. Null: end_job() ends this process alone.
void set_job_end(void (*end)(int exit_code));

}  // namespace bamboo::mpi
