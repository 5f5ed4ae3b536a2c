/* SPDX-License-Identifier: Apache-2.0 */
/* Ranks that do very different things: one sleeps, one sends much, others only take part at times.
 */
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  long sum = 0;
  if (rank == 0) usleep(50000);
  if (rank == size / 2) {
    for (int i = 0; i < 200; i++) {
      int value = i;
      MPI_Send(&value, 1, MPI_INT,
               (size / 2 + 1 + i % size) % size == size / 2 ? MPI_PROC_NULL
                                                            : (size / 2 + 1 + i % size) % size,
               0, MPI_COMM_WORLD);
    }
  } else {
    int mine = 0;
    for (int i = 0; i < 200; i++)
      if ((size / 2 + 1 + i % size) % size == rank) mine++;
    for (int i = 0; i < mine; i++) {
      int value;
      MPI_Recv(&value, 1, MPI_INT, size / 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += value;
    }
  }
  volatile double work = 0;
  for (int i = 0; i < 300000 * (rank % 3); i++) work += i * 0.5;
  long all;
  MPI_Allreduce(&sum, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  printf("rank %d: %ld of %ld\n", rank, sum, all);
  MPI_Finalize();
  return 0;
}
