/* SPDX-License-Identifier: Apache-2.0 */
/* Four ranks: what goes from 0 to 1 and from 0 to 2 is known, and each computes for 0.1 s. */
#include <mpi.h>
int main(int argc, char **argv) {
  int rank;
  double values[1000] = {0};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (double end = MPI_Wtime() + 0.1; MPI_Wtime() < end;) continue;
  for (int i = 0; i < 3; i++) {
    if (rank == 0) MPI_Send(values, 1000, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(values, 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (int i = 0; i < 5; i++) {
    if (rank == 0) MPI_Send(values, 20, MPI_DOUBLE, 2, 0, MPI_COMM_WORLD);
    if (rank == 2) MPI_Recv(values, 20, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
