/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>

double average(MPI_Fint comm);

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double first = average(MPI_Comm_c2f(MPI_COMM_WORLD));
  const double second = average(MPI_Comm_c2f(MPI_COMM_WORLD));
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("rank %d: averages %.1f %.1f\n", rank, first, second);
  MPI_Finalize();
  return 0;
}
