// SPDX-License-Identifier: Apache-2.0
// Hydra, MPICH's launcher: how the last lines and the exit code of a job reach it.
#pragma once

namespace bamboo {

/// Waits until the launcher has read standard output and standard error, as far as these are pipes:
/// it may end the job before it has read the reason of an abort.
void wait_until_output_is_read();

/// Requests Hydra to end a job of one process with an exit code. MPI_Abort ends such a job by
/// exit(), and Hydra treats the closed connection as exit code 1 if it has already waited for the
/// process (pmip_cb.c: pmi_cb in MPICH 4.0). The command is the one that MPICH uses for several
/// processes. Does nothing without Hydra.
void end_job(int exit_code);

}  // namespace bamboo
