/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_PROC_NULL as source and destination of everything. */
#include "check.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int rank = world_rank();
  int value = 42, count = -1, flag;
  MPI_Status status;
  MPI_Request request[3];
  MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Rsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Bsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* needs no attached buffer */
  MPI_Ibsend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Wait(&request[0], MPI_STATUS_IGNORE);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(value == 42 && count == 0);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
  MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request[1]);
  MPI_Issend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request[2]);
  MPI_Waitall(3, request, MPI_STATUSES_IGNORE);
  MPI_Iprobe(MPI_PROC_NULL, 5, MPI_COMM_WORLD, &flag, &status);
  CHECK(flag && status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &count, 1, MPI_INT, MPI_PROC_NULL, 0,
               MPI_COMM_WORLD, &status);
  MPI_Recv_init(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Start(&request[0]);
  MPI_Wait(&request[0], &status);
  MPI_Request_free(&request[0]);
  printf("rank %d: no rank answered, value %d\n", rank, value);
  MPI_Finalize();
  return 0;
}
