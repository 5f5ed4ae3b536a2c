/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <cstdio>
int main(int argc, char **argv) {
  auto hello = [] { return 1; };
  int rank, size, sum = hello() - 1;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %d of %d\n", sum, size);
  MPI_Finalize();
  return 0;
}
