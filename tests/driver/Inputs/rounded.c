/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int rank, size, whole = 0;
  double sum[2] = {0, 0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const double part = 0.1 * (rank + 1);
  MPI_Allreduce(&part, &sum[0], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Iallreduce(&part, &sum[1], 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Reduce(&rank, &whole, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sums %.3f %.3f %d of %d\n", sum[0], sum[1], whole, size);
  MPI_Finalize();
  return 0;
}
