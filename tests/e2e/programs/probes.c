/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Probe and MPI_Iprobe: sizes unknown to the receiver, wildcards, and loops over Iprobe. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  static int out[40000];
  for (int i = 0; i < 40000; i++) out[i] = rank + i;
  for (int n = 1; n <= 40000; n *= 7) {
    MPI_Request request;
    MPI_Status status;
    int count, flag = 0;
    MPI_Isend(out, n, MPI_INT, right, n, MPI_COMM_WORLD, &request);
    if (n % 2) {
      MPI_Probe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    } else {
      while (!flag) MPI_Iprobe(MPI_ANY_SOURCE, n, MPI_COMM_WORLD, &flag, &status);
    }
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK(count == n && status.MPI_TAG == n && status.MPI_SOURCE == left);
    int* in = malloc(count * sizeof *in);
    MPI_Recv(in, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    printf("rank %d: %d ints, %lx\n", rank, count, hash_bytes(in, count * sizeof *in));
    free(in);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); /* one message at a time, or MPI_ANY_TAG could see the next */
  }
  int flag;
  MPI_Iprobe(MPI_ANY_SOURCE, 12345, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  CHECK(!flag);
  MPI_Status status;
  MPI_Probe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL);

  if (rank == 0) { /* the message that comes first */
    int seen = 0;
    for (int i = 1; i < size; i++) {
      int value;
      MPI_Probe(MPI_ANY_SOURCE, 77, MPI_COMM_WORLD, &status);
      MPI_Recv(&value, 1, MPI_INT, status.MPI_SOURCE, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(value == status.MPI_SOURCE);
      seen += value;
    }
    printf("rank 0: probed %d\n", seen);
  } else {
    MPI_Send(&rank, 1, MPI_INT, 0, 77, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
