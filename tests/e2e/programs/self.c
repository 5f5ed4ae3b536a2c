/* SPDX-License-Identifier: Apache-2.0 */
/* A rank that talks to itself, on the world and on MPI_COMM_SELF, in order and with wildcards. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int self_rank, self_size, in[10], out[10];
  MPI_Comm_rank(MPI_COMM_SELF, &self_rank);
  MPI_Comm_size(MPI_COMM_SELF, &self_size);
  CHECK(self_rank == 0 && self_size == 1);
  MPI_Request request[20];
  for (int i = 0; i < 10; i++) {
    out[i] = rank * 10 + i;
    MPI_Isend(&out[i], 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request[i]);
  }
  for (int i = 0; i < 10; i++)
    MPI_Irecv(&in[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request[10 + i]);
  MPI_Waitall(20, request, MPI_STATUSES_IGNORE);
  for (int i = 0; i < 10; i++) CHECK(in[i] == out[i]);

  static double large[2][100000];
  for (int i = 0; i < 100000; i++) large[0][i] = rank + i * 0.5;
  MPI_Irecv(large[1], 100000, MPI_DOUBLE, 0, 1, MPI_COMM_SELF, &request[0]);
  MPI_Ssend(large[0], 100000, MPI_DOUBLE, 0, 1, MPI_COMM_SELF);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  CHECK(memcmp(large[0], large[1], sizeof large[0]) == 0);

  /* Messages of one communicator are not received on the other. */
  int a = 1, b = 2, got;
  MPI_Isend(&a, 1, MPI_INT, 0, 5, MPI_COMM_SELF, &request[0]);
  MPI_Isend(&b, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request[1]);
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == 2);
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  CHECK(got == 1);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&a, &got, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  printf("rank %d: %d %.1f %d\n", rank, in[9], large[1][99999], got);
  MPI_Finalize();
  return 0;
}
