/* SPDX-License-Identifier: Apache-2.0 */
/* Persistent requests of every mode, restarted; inactive ones; freeing an active one. */
#include "check.h"

enum { ROUNDS = 20 };

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  char space[4 * (sizeof(int) + MPI_BSEND_OVERHEAD)];
  MPI_Buffer_attach(space, sizeof space);
  int out[3], in[3], total = 0;
  MPI_Request request[6];
  MPI_Send_init(&out[0], 1, MPI_INT, right, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Ssend_init(&out[1], 1, MPI_INT, right, 1, MPI_COMM_WORLD, &request[1]);
  MPI_Bsend_init(&out[2], 1, MPI_INT, right, 2, MPI_COMM_WORLD, &request[2]);
  for (int i = 0; i < 3; i++)
    MPI_Recv_init(&in[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, &request[3 + i]);

  MPI_Status status;
  int flag;
  MPI_Wait(&request[0], &status); /* inactive: returns at once */
  MPI_Test(&request[3], &flag, &status);
  CHECK(flag && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);

  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < 3; i++) out[i] = rank * 100 + round * 3 + i;
    if (round % 2) {
      MPI_Startall(6, request);
    } else {
      for (int i = 0; i < 6; i++) MPI_Start(&request[i]);
    }
    MPI_Waitall(6, request, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 6; i++) CHECK(request[i] != MPI_REQUEST_NULL);
    for (int i = 0; i < 3; i++) {
      CHECK(in[i] == left * 100 + round * 3 + i);
      total += in[i];
    }
  }
  for (int i = 0; i < 6; i++) {
    MPI_Request_free(&request[i]);
    CHECK(request[i] == MPI_REQUEST_NULL);
  }

  /* A ready send needs its receive; a receive that is freed before it is complete still completes.
   */
  int late = -1, value = rank + 1;
  MPI_Request receive, ready;
  MPI_Irecv(&late, 1, MPI_INT, left, 8, MPI_COMM_WORLD, &receive);
  MPI_Rsend_init(&value, 1, MPI_INT, right, 8, MPI_COMM_WORLD, &ready);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Start(&ready);
  MPI_Wait(&ready, MPI_STATUS_IGNORE);
  MPI_Request_free(&ready);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Isend(&value, 1, MPI_INT, right, 9, MPI_COMM_WORLD, &ready);
  MPI_Request_free(&ready);
  int freed = -1;
  MPI_Recv(&freed, 1, MPI_INT, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  void* detached;
  int bytes;
  MPI_Buffer_detach(&detached, &bytes);
  printf("rank %d: total %d, ready %d, freed %d\n", rank, total, late, freed);
  MPI_Finalize();
  return 0;
}
