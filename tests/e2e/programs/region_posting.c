/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,3,4,8 reference=openmpi */
/* Receive blocks whose receives may be posted early only in part, or not at all. A single rank sends
 * to itself before it receives: plain MPICH waits there for ever, which MPI allows. */
#include "check.h"
#pragma bamboo dimension 1
enum { N = 60, SIDES = 2 };
static double in[SIDES][N], out[SIDES][N];
static int rank, size, nbr[SIDES];

static void fill(int round) {
  for (int s = 0; s < SIDES; s++)
    for (int i = 0; i < N; i++) out[s][i] = rank * 1000 + round * 10 + s + i * 0.5;
}

static double expected(int side, int round, int i) {
  return nbr[side] * 1000 + round * 10 + (1 - side) + i * 0.5;
}

static void check(int side, int round) {
  for (int i = 0; i < N; i++) CHECK(in[side][i] == expected(side, round, i));
}

static void send(int round) {
  fill(round);
  for (int s = 0; s < SIDES; s++) MPI_Send(out[s], N, MPI_DOUBLE, nbr[s], s, MPI_COMM_WORLD);
}

/* The buffers are cleared, read and counted before their messages arrive. */
static double wiped(int round) {
  double old = 0;
#pragma bamboo olap
  {
#pragma bamboo send
    send(round);
#pragma bamboo receive
    for (int s = 0; s < SIDES; s++) {
      old += in[s][N - 1];
      memset(in[s], 0, sizeof in[s]);
      MPI_Recv(in[s], N, MPI_DOUBLE, nbr[s], 1 - s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      for (int k = 0; k < SIDES; k++) old += in[k][0];
    }
  }
  for (int s = 0; s < SIDES; s++) check(s, round);
  return old;
}

static void set_first(int round) {
#pragma bamboo olap
  {
#pragma bamboo send
    send(round);
#pragma bamboo receive
    {
      in[0][N / 2] = -1;
      MPI_Recv(in[0], N, MPI_DOUBLE, nbr[0], 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(in[1], N, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  for (int s = 0; s < SIDES; s++) check(s, round);
}

/* Only odd ranks receive in the block; the others leave first. */
static void leave(int round) {
#pragma bamboo olap
  {
#pragma bamboo send
    {
      fill(round);
      for (int s = 0; s < SIDES; s++)
        if (nbr[s] % 2 == 1) MPI_Send(out[s], N, MPI_DOUBLE, nbr[s], s, MPI_COMM_WORLD);
    }
#pragma bamboo receive
    {
      if (rank % 2 == 0) return;
      MPI_Recv(in[0], N, MPI_DOUBLE, nbr[0], 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(in[1], N, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  for (int s = 0; s < SIDES; s++) check(s, round);
}

/* Rank 0 takes one message and leaves. */
static void leave_behind_one(int round) {
#pragma bamboo olap
  {
#pragma bamboo send
    {
      fill(round);
      for (int s = 0; s < SIDES; s++)
        if (nbr[s] != 0 || s == 1) MPI_Send(out[s], N, MPI_DOUBLE, nbr[s], s, MPI_COMM_WORLD);
    }
#pragma bamboo receive
    {
      if (rank == 0) {
        MPI_Recv(in[0], N, MPI_DOUBLE, nbr[0], 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        check(0, round);
        return;
      }
      MPI_Recv(in[0], N, MPI_DOUBLE, nbr[0], 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(in[1], N, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  for (int s = 0; s < SIDES; s++) check(s, round);
}

static int results(int round) {
  int failed = 0;
  int left = -1;
#pragma bamboo olap
  {
#pragma bamboo send
    {
      send(round);
      MPI_Send(&rank, 1, MPI_INT, nbr[1], 2, MPI_COMM_WORLD);
    }
#pragma bamboo receive
    {
      int rc = MPI_Recv(in[0], N, MPI_DOUBLE, nbr[0], 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      rc |= MPI_Recv(in[1], N, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      rc |= MPI_Recv(&left, 1, MPI_INT, nbr[0], 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      failed = rc != MPI_SUCCESS;
    }
  }
  CHECK(left == nbr[0]);
  for (int s = 0; s < SIDES; s++) check(s, round);
  return failed;
}

static void probed(int round) {
#pragma bamboo olap
  {
#pragma bamboo send
    send(round);
#pragma bamboo receive
    for (int s = 0; s < SIDES; s++) {
      int there = 0;
      while (!there) MPI_Iprobe(nbr[s], 1 - s, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
      MPI_Recv(in[s], N, MPI_DOUBLE, nbr[s], 1 - s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  for (int s = 0; s < SIDES; s++) check(s, round);
}

static void commented(int round) {
  static const char* const name[SIDES] = {"west", ""};
#pragma bamboo olap
  {
#pragma bamboo send
    send(round);
#pragma bamboo receive
    {
      if (size > 0 &&  // always
          N > 0)
        MPI_Recv(in[0], N, MPI_DOUBLE, nbr[0], 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (name[1][0] == '\0')
        MPI_Recv(in[1], N, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  for (int s = 0; s < SIDES; s++) check(s, round);
}

/* The body itself advances the counter. */
static void two_counters(int round) {
#pragma bamboo olap
  {
#pragma bamboo send
    send(round);
#pragma bamboo receive
    for (int i = 0, s = 0; i < 2 * SIDES; i++) {
      if (i % 2 == 0) continue;
      MPI_Recv(in[s], N, MPI_DOUBLE, nbr[s], 1 - s, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      s++;
    }
  }
  for (int s = 0; s < SIDES; s++) check(s, round);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  nbr[0] = (rank + size - 1) % size;
  nbr[1] = (rank + 1) % size;
  double old = 0;
  for (int round = 0; round < 4; round++) {
    old += wiped(8 * round);
    set_first(8 * round + 1);
    leave(8 * round + 2);
    leave_behind_one(8 * round + 3);
    CHECK(results(8 * round + 4) == 0);
    probed(8 * round + 5);
    commented(8 * round + 6);
    two_counters(8 * round + 7);
  }
  printf("rank %d: %a, last %a %a\n", rank, old, in[0][0], in[1][N - 1]);
  MPI_Finalize();
  return 0;
}
