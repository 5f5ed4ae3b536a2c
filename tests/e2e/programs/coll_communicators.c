/* SPDX-License-Identifier: Apache-2.0 */
/* Collectives on communicators from dup and split, several of them under way at the same time. */
#include "coll_report.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm reversed, third, copy, alone;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 3, rank, &third);
  MPI_Comm_dup(third, &copy);
  MPI_Comm_split(MPI_COMM_WORLD, rank == size - 1 ? MPI_UNDEFINED : 1, 0, &alone);

  int n, me, sum, *all = malloc(size * sizeof *all);
  MPI_Comm_rank(reversed, &me);
  MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, reversed);
  if (me == 0)
    for (int r = 0; r < size; ++r) say("reversed %d is %d\n", r, all[r]);
  MPI_Comm_size(third, &n);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, third);
  say("third of %d: %d\n", n, sum);
  if (alone != MPI_COMM_NULL) {
    MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, alone);
    say("all but the last: %d\n", sum);
    MPI_Comm_free(&alone);
  }
  int self = rank + 5, out = -1;
  MPI_Allreduce(&self, &out, 1, MPI_INT, MPI_PROD, MPI_COMM_SELF);
  say("self: %d\n", out);

  /* The same collective on four communicators at once, ended in different orders. */
  for (int round = 0; round < 10; ++round) {
    MPI_Request q[4];
    int in[4], got[4];
    for (int k = 0; k < 4; ++k) in[k] = value(rank, k + round);
    MPI_Iallreduce(&in[0], &got[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &q[0]);
    MPI_Iallreduce(&in[1], &got[1], 1, MPI_INT, MPI_SUM, third, &q[1]);
    MPI_Iallreduce(&in[2], &got[2], 1, MPI_INT, MPI_SUM, copy, &q[2]);
    MPI_Iallreduce(&in[3], &got[3], 1, MPI_INT, MPI_SUM, reversed, &q[3]);
    for (int k = 0; k < 4; ++k) MPI_Wait(&q[(k + rank) % 4], MPI_STATUS_IGNORE);
    say("%d: %d %d %d %d\n", round, got[0], got[1], got[2], got[3]);
  }
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&third);
  MPI_Comm_free(&copy);
  free(all);
  report();
  MPI_Finalize();
  return 0;
}
