/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>

#include <iostream>
#include <stdexcept>
int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 1) std::cout << std::hex;
  MPI_Barrier(MPI_COMM_WORLD);
  try {
    throw std::runtime_error("caught");
  } catch (const std::exception& error) {
    std::cout << "rank " << rank << ": " << error.what() << " " << 255 << std::endl;
  }
  MPI_Finalize();
  return 0;
}
