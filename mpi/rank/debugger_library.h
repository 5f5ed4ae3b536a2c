// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bamboo::mpi {

/// Names the library by which debuggers read the message queues of this process, where they look
/// for it. Call it after MPI_Init of the installed MPI, which may name its own.
void name_debugger_library();

}  // namespace bamboo::mpi
