/* SPDX-License-Identifier: Apache-2.0 */
/* An annotated stencil along a line: send block, receive block, computation; one statement each. */
#include "check.h"

#pragma bamboo dimension 1

enum { N = 40, ITERATIONS = 30 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int left = rank ? rank - 1 : MPI_PROC_NULL,
            right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  long a[N + 2], b[N + 2], *now = a, *next = b;
  for (int i = 0; i < N + 2; i++) a[i] = b[i] = 0;
  for (int i = 1; i <= N; i++) a[i] = (rank * N + i) * 12345 % 1000;
#pragma bamboo olap layout NearestNeighbor
  for (int it = 0; it < ITERATIONS; it++) {
    MPI_Request request[2];
#pragma bamboo send
    {
      MPI_Isend(&now[1], 1, MPI_LONG, left, 0, MPI_COMM_WORLD, &request[0]);
      MPI_Isend(&now[N], 1, MPI_LONG, right, 1, MPI_COMM_WORLD, &request[1]);
    }
#pragma bamboo receive
    {
      MPI_Recv(&now[0], 1, MPI_LONG, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(&now[N + 1], 1, MPI_LONG, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    for (int i = 1; i <= N; i++) next[i] = (now[i - 1] + 2 * now[i] + now[i + 1]) % 1000003;
    long* swap = now;
    now = next;
    next = swap;
  }
  printf("rank %d: %ld %ld %lx\n", rank, now[1], now[N], hash_bytes(now + 1, N * sizeof *now));
  MPI_Finalize();
  return 0;
}
