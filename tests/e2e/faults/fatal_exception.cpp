// SPDX-License-Identifier: Apache-2.0
// fault: exit=nonzero
// stderr: rank 1\b
// stderr: (?i)abort|terminate
#include <stdexcept>

#include "../programs/check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Barrier(MPI_COMM_WORLD);
  if (world_rank() == 1) throw std::runtime_error("no handler catches this");
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
