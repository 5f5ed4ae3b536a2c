/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2,3,4,8,16 */
/* A user's layout function, AllToAll, MinHeap as the paper's broadcast, several layouts at once,
 * and the older spelling of the directives. */
#include "check.h"

#pragma bamboo dimension 1

int hypercube(int rank, int size, int* neighbours) {
  int n = 0;
  for (int bit = 1; bit < size; bit *= 2)
    if ((rank ^ bit) < size) neighbours[n++] = rank ^ bit;
  return n;
}

static long exchange_along_cube(int rank, int size) {
  long sum = rank;
#pragma bamboo olap layout hypercube
  for (int bit = 1; bit < size; bit *= 2) {
    const int peer = (rank ^ bit) < size ? rank ^ bit : MPI_PROC_NULL;
    long other = 0;
    MPI_Request request;
#pragma bamboo send
    MPI_Isend(&sum, 1, MPI_LONG, peer, bit, MPI_COMM_WORLD, &request);
#pragma bamboo receive
    MPI_Recv(&other, 1, MPI_LONG, peer, bit, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sum += other;
  }
  return sum;
}

static int broadcast(int value, int rank, int size) {
  const int first = 2 * rank + 1, second = 2 * rank + 2;
  int got = value;
#pragma bamboo execute layout MinHeap X
  {
#pragma bamboo receive
    {
      if (rank > 0)
        MPI_Recv(&got, 1, MPI_INT, (rank - 1) / 2, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (rank > 0 && first < size) MPI_Send(&got, 1, MPI_INT, first, 3, MPI_COMM_WORLD);
      if (rank > 0 && second < size) MPI_Send(&got, 1, MPI_INT, second, 3, MPI_COMM_WORLD);
    }
#pragma bamboo send
    {
      if (rank == 0 && first < size) MPI_Send(&value, 1, MPI_INT, first, 3, MPI_COMM_WORLD);
      if (rank == 0 && second < size) MPI_Send(&value, 1, MPI_INT, second, 3, MPI_COMM_WORLD);
    }
  }
  return got;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const long sum = exchange_along_cube(rank, size);
  const int word = broadcast(rank == 0 ? 4711 : 0, rank, size);
  CHECK(word == 4711);

  int *out = malloc(size * sizeof *out), *in = malloc(size * sizeof *in), total = 0;
  MPI_Request* request = malloc(size * sizeof *request);
  for (int round = 0; round < 3; round++) {
#pragma bamboo optimize NO_BUFFER_REUSE
#pragma bamboo olap layout AllToAll
    {
#pragma bamboo send
      for (int to = 0; to < size; to++) {
        out[to] = rank * 100 + to + round;
        MPI_Isend(&out[to], 1, MPI_INT, to, 5, MPI_COMM_WORLD, &request[to]);
      }
#pragma bamboo receive
      for (int from = 0; from < size; from++)
        MPI_Recv(&in[from], 1, MPI_INT, from, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Waitall(size, request, MPI_STATUSES_IGNORE);
      for (int from = 0; from < size; from++) {
        CHECK(in[from] == from * 100 + rank + round);
        total += in[from];
      }
    }
  }

  int forward = -1, backward = -1;
  const int next = (rank + 1) % size, previous = (rank + size - 1) % size;
#pragma bamboo olap layout OneNeighborForward X layout OneNeighborBackward X
  {
#pragma bamboo send
    {
      MPI_Send(&rank, 1, MPI_INT, next, 8, MPI_COMM_WORLD);
      MPI_Send(&rank, 1, MPI_INT, previous, 9, MPI_COMM_WORLD);
    }
#pragma bamboo receive
    {
      MPI_Recv(&forward, 1, MPI_INT, previous, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&backward, 1, MPI_INT, next, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  printf("rank %d: %ld %d %d %d\n", rank, sum, total, forward, backward);
  free(out);
  free(in);
  free(request);
  MPI_Finalize();
  return 0;
}
