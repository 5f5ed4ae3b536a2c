/* SPDX-License-Identifier: Apache-2.0 */
/* Point-to-point and collectives do not take each other's messages: wildcard receives are posted
 * while collectives run, and all small tags are used by both. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  for (int round = 0; round < 40; ++round) {
    int got = -1, mine = value(rank, round), sum = 0, first = rank == 0 ? round : -1;
    int *all = malloc(size * sizeof *all);
    MPI_Request q[4];
    MPI_Status status;
    MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &q[0]);
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Ibcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD, &q[1]);
    MPI_Isend(&mine, 1, MPI_INT, right, round, MPI_COMM_WORLD, &q[2]);
    MPI_Iallgather(&mine, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD, &q[3]);
    /* Ending the receive also moves the collectives on. */
    MPI_Wait(&q[0], &status);
    say("%d: %d from %d tag %d, sum %d\n", round, got - value(left, round), status.MPI_SOURCE - left,
        status.MPI_TAG, sum);
    MPI_Waitall(3, q + 1, MPI_STATUSES_IGNORE);
    say("   %d %lx\n", first, digest(all, size * sizeof *all));
    free(all);
  }
  /* Until all have the last message, a wildcard receive could take a report. */
  MPI_Barrier(MPI_COMM_WORLD);
  report();
  MPI_Finalize();
  return 0;
}
