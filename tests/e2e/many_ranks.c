/* SPDX-License-Identifier: Apache-2.0 */
/* Globals of each rank, a ring, and collectives, for any number of ranks. */
#include <mpi.h>
#include <stdio.h>

static char zeros[1 << 20];
static int last;

int main(int argc, char** argv) {
  int rank, size, sum = 0, all = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  zeros[rank] = 1;
  MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 0, &last, 1, MPI_INT, (rank + size - 1) % size,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int right = last == (rank + size - 1) % size;
  for (int i = 0; i < size; i++) right &= zeros[i] == (i == rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  right &= sum == size * (size - 1) / 2;
  MPI_Reduce(&right, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("%d of %d ranks are right\n", all, size);
  MPI_Finalize();
  return 0;
}
