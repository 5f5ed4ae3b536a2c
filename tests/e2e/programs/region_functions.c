/* SPDX-License-Identifier: Apache-2.0 */
/* Blocks that communicate through functions, a region inside of the computation of another, a
 * region in a function of its own, and regions without a layout. */
#include "check.h"

#pragma bamboo dimension 1

static int rank, size, left, right;

static void put(const double* value, int to, int tag) {
  MPI_Send(value, 1, MPI_DOUBLE, to, tag, MPI_COMM_WORLD);
}

static void put_both(const double* value) {
  put(value, left, 1);
  put(value, right, 2);
}

static double average(double mine) {
  double out = mine, from_left = 0, from_right = 0;
#pragma bamboo olap layout NN X
  {
#pragma bamboo send
    put_both(&out);
#pragma bamboo receive
    {
      MPI_Recv(&from_left, 1, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&from_right, 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    mine = (2 * mine + from_left + from_right) / 4;
  }
  return mine;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  left = rank ? rank - 1 : MPI_PROC_NULL;
  right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  double value = rank * 64, other = -1;
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
#pragma bamboo olap
  for (int i = 0; i < 4; i++) {
    MPI_Request request;
#pragma bamboo send
    MPI_Isend(&value, 1, MPI_DOUBLE, next, 7, MPI_COMM_WORLD, &request);
#pragma bamboo receive
    MPI_Recv(&other, 1, MPI_DOUBLE, previous, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int k = 0; k < 3; k++) other = average(other); /* its region runs inside of this one */
    value = (value + other) / 2;
  }
  printf("rank %d: %a %a\n", rank, value, other);
  MPI_Finalize();
  return 0;
}
