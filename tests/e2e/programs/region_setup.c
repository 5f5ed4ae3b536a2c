/* SPDX-License-Identifier: Apache-2.0 */
/* Scalar set-up between a receive block and a send block moves along with the send block. */
#include "check.h"

enum { N = 300 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  int out[N], in[2][N], dst, tag, steps = 0;
  int* count = &steps; /* the only variable that it can lead to; no receive block uses it */
  unsigned long hash = 0;
  for (int i = 0; i < N; i++) out[i] = rank * N + i;
#pragma bamboo olap
  for (int step = 0; step < 5; step++) {
    const int far = step % size;
    MPI_Request request[2];
#pragma bamboo receive
    {
      MPI_Irecv(in[0], N, MPI_INT, (rank + size - 1) % size, step, MPI_COMM_WORLD, &request[0]);
      MPI_Irecv(in[1], N, MPI_INT, (rank + size - far) % size, 10, MPI_COMM_WORLD, &request[1]);
    }
    dst = rank + 1;
    dst %= size;
    tag = step;
#pragma bamboo send
    MPI_Send(out, N, MPI_INT, dst, tag, MPI_COMM_WORLD);
    dst = (rank + far) % size;
    tag = 10;
#pragma bamboo send
    {
      out[0] += *count;
      MPI_Send(out, N, MPI_INT, dst, tag, MPI_COMM_WORLD);
    }
    steps += dst;
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    hash = hash * 31 + hash_bytes(in, sizeof in);
    out[step] += in[0][N - step - 1] - in[1][step];
  }
  printf("rank %d: %lx after %d\n", rank, hash, steps);
  MPI_Finalize();
  return 0;
}
