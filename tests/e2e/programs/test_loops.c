/* SPDX-License-Identifier: Apache-2.0 */
/* Loops over Test and Iprobe wait for ranks that may share the processor: they must let them run.
 */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank(), size = world_size();
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int value = -1, flag;
  MPI_Request request;
  MPI_Status status;
  for (int turn = 0; turn < 5; turn++) {
    /* A chain: each rank sends only after it has received, and polls for it. */
    if (rank != 0 || size == 1) {
      if (size == 1) MPI_Isend(&turn, 1, MPI_INT, 0, turn, MPI_COMM_WORLD, &request);
      for (flag = 0; !flag;) MPI_Iprobe(left, turn, MPI_COMM_WORLD, &flag, &status);
      MPI_Recv(&value, 1, MPI_INT, left, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (size == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
      value++;
      if (rank != size - 1)
        MPI_Send(&value, 1, MPI_INT, right, turn, MPI_COMM_WORLD);
      else if (size > 1)
        MPI_Send(&value, 1, MPI_INT, 0, turn, MPI_COMM_WORLD);
    } else {
      MPI_Irecv(&value, 1, MPI_INT, left, turn, MPI_COMM_WORLD, &request);
      MPI_Send(&turn, 1, MPI_INT, right, turn, MPI_COMM_WORLD);
      for (flag = 0; !flag;) MPI_Test(&request, &flag, &status);
      CHECK(request == MPI_REQUEST_NULL && status.MPI_SOURCE == left);
    }
  }
  MPI_Request requests[2];
  int in;
  MPI_Irecv(&in, 1, MPI_INT, left, 50, MPI_COMM_WORLD, &requests[0]);
  MPI_Issend(&rank, 1, MPI_INT, right, 50, MPI_COMM_WORLD, &requests[1]);
  for (flag = 0; !flag;) MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
  printf("rank %d: %d, %d\n", rank, value, in);
  MPI_Finalize();
  return 0;
}
