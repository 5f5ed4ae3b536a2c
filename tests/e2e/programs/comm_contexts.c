/* SPDX-License-Identifier: Apache-2.0 */
/* Communicators keep messages with the same peers and tags apart, however they were made. */
#include "coll_report.h"

/* Everybody sends to its right neighbour on all communicators, and receives in the opposite order. */
static void exchange(MPI_Comm *comms, int n, const char *what) {
  int out[8], in[8];
  MPI_Request requests[16];
  for (int i = 0; i < n; ++i) {
    const int c = n - 1 - i;
    int rank, size;
    MPI_Comm_rank(comms[c], &rank);
    MPI_Comm_size(comms[c], &size);
    MPI_Irecv(&in[c], 1, MPI_INT, (rank + size - 1) % size, 3, comms[c], &requests[i]);
  }
  for (int c = 0; c < n; ++c) {
    int rank, size, world;
    MPI_Comm_rank(comms[c], &rank);
    MPI_Comm_size(comms[c], &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    out[c] = 100 * world + c;
    MPI_Isend(&out[c], 1, MPI_INT, (rank + 1) % size, 3, comms[c], &requests[n + c]);
  }
  MPI_Waitall(2 * n, requests, MPI_STATUSES_IGNORE);
  say("%s:", what);
  for (int c = 0; c < n; ++c) say(" %d", in[c]);
  say("\n");
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  MPI_Comm comms[6];
  comms[0] = MPI_COMM_WORLD;
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[2]);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &comms[3]);
  MPI_Comm_dup(comms[3], &comms[4]);
  MPI_Comm_split(comms[4], rank % 4, 0, &comms[5]);
  exchange(comms, 6, "made by dup and split");

  /* Two overlapping groups: the lower two thirds and the upper two thirds. */
  MPI_Group world, low, high;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  const int third = size / 3;
  int lower[1][3] = {{0, size - 1 - third, 1}}, upper[1][3] = {{third, size - 1, 1}};
  MPI_Group_range_incl(world, 1, lower, &low);
  MPI_Group_range_incl(world, 1, upper, &high);
  MPI_Comm made[2];
  int n = 0, member;
  MPI_Group_rank(low, &member);
  if (member != MPI_UNDEFINED) MPI_Comm_create_group(MPI_COMM_WORLD, low, 7, &made[n++]);
  MPI_Group_rank(high, &member);
  if (member != MPI_UNDEFINED) MPI_Comm_create_group(MPI_COMM_WORLD, high, 8, &made[n++]);
  for (int i = 0; i < n; ++i) exchange(&made[i], 1, "made by a group of its own");
  for (int i = 0; i < n; ++i) MPI_Comm_free(&made[i]);

  MPI_Comm some;
  MPI_Comm_create(MPI_COMM_WORLD, low, &some);
  if (some != MPI_COMM_NULL) {
    MPI_Comm two[2] = {some, comms[1]};
    exchange(&two[0], 1, "made by all for some");
    MPI_Comm_free(&some);
  }
  /* Many that live shortly, made by ranks that have made different numbers of others. */
  for (int i = 0; i < 50; ++i) {
    MPI_Comm copy;
    MPI_Comm_dup(comms[i % 2 ? 3 : 1], &copy);
    MPI_Comm pair[2] = {copy, MPI_COMM_WORLD};
    if (i % 10 == 0) exchange(pair, 2, "short-lived");
    MPI_Comm_free(&copy);
  }
  MPI_Group_free(&world);
  MPI_Group_free(&low);
  MPI_Group_free(&high);
  for (int i = 1; i < 6; ++i) MPI_Comm_free(&comms[i]);
  report();
  MPI_Finalize();
  return 0;
}
