// SPDX-License-Identifier: Apache-2.0
// MPI_CHAR in reductions: text to MPI, which forbids it; numbers to the installed MPIs, so programs
// exist that calculate with it.
#pragma once

namespace bamboo::mpi {

class MessagingTask;

/// The rank's call applies an operation of MPI's, `operation`, to MPI_CHAR: warns of it.
void warn_of_text(const MessagingTask& task, const char* operation);

}  // namespace bamboo::mpi
