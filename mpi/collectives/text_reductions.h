// SPDX-License-Identifier: Apache-2.0
// MPI_CHAR in reductions: text to MPI, which forbids it; numbers to the installed MPIs, so programs
// exist that calculate with it.
#pragma once

namespace bamboo::mpi {

class Rank;

/// The rank's call applies an operation of MPI's, `operation`, to MPI_CHAR. Once in each process.
void warn_of_text(const Rank& rank, const char* operation);

}  // namespace bamboo::mpi
