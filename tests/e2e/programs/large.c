/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2,3,4,8 */
/* Messages of 12 MB in both directions at once, blocking and nonblocking, late and early receives.
 */
#include "check.h"

enum { N = 3 << 20 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  unsigned *out = malloc(N * sizeof *out), *in[2];
  for (int i = 0; i < 2; i++) in[i] = malloc(N * sizeof *in[i]);
  for (unsigned i = 0; i < N; i++) out[i] = (i + 1) * 2654435761u + (unsigned)rank;
  MPI_Request request[4];
  MPI_Irecv(in[0], N, MPI_UNSIGNED, left, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Isend(out, N, MPI_UNSIGNED, right, 0, MPI_COMM_WORLD, &request[1]);
  MPI_Isend(out, N, MPI_UNSIGNED, left, 1, MPI_COMM_WORLD, &request[2]);
  MPI_Barrier(MPI_COMM_WORLD); /* the second one arrives before its receive is posted */
  MPI_Irecv(in[1], N, MPI_UNSIGNED, right, 1, MPI_COMM_WORLD, &request[3]);
  MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
  for (unsigned i = 0; i < N; i++) {
    CHECK(in[0][i] == (i + 1) * 2654435761u + (unsigned)left);
    CHECK(in[1][i] == (i + 1) * 2654435761u + (unsigned)right);
  }
  printf("rank %d: %lx %lx\n", rank, hash_bytes(in[0], N * 4), hash_bytes(in[1], N * 4));
  MPI_Bcast(in[0], N, MPI_UNSIGNED, size - 1, MPI_COMM_WORLD);
  printf("rank %d: %lx\n", rank, hash_bytes(in[0], N * 4));
  for (int i = 0; i < 2; i++) free(in[i]);
  free(out);
  MPI_Finalize();
  return 0;
}
