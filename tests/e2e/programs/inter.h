/* SPDX-License-Identifier: Apache-2.0 */
/* An inter-communicator between every third rank of the world and the others. */
#ifndef INTER_H
#define INTER_H
#include "check.h"

static int rank, size;       /* in the world */
static int me, mine, theirs; /* in the rank's group, its size, that of the other */
static int side;             /* 0: every third rank, 1: the others */
static MPI_Comm local, inter;

static inline int world_rank_of(int of_side, int number) {
  return of_side == 0 ? 3 * number : number + number / 2 + 1;
}

/* The leaders are the last rank of one group and the first of the other. */
static inline void connect_groups(int tag) {
  rank = world_rank();
  size = world_size();
  side = rank % 3 != 0;
  MPI_Comm_split(MPI_COMM_WORLD, side, rank, &local);
  MPI_Comm_rank(local, &me);
  MPI_Comm_size(local, &mine);
  theirs = size - mine;
  const int leader = side == 0 ? mine - 1 : 0;
  const int remote = side == 0 ? 1 : world_rank_of(0, theirs - 1);
  MPI_Intercomm_create(local, leader, MPI_COMM_WORLD, remote, tag, &inter);
}
#endif
