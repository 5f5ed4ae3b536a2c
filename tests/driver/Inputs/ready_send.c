/* SPDX-License-Identifier: Apache-2.0 */
/* Ready sends in each of their forms. This file is compiled by the installed MPI's compiler alone. Process 1 receives
 * with posted receives, and prints what it has received. */
#include <mpi.h>
#include <stdio.h>

void exchange_ready(int rank) {
  int out[3] = {1, 2, 3}, in[3] = {0, 0, 0};
  MPI_Request requests[3];
  if (rank == 1)
    for (int i = 0; i < 3; ++i) MPI_Irecv(&in[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Rsend(&out[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Irsend(&out[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Rsend_init(&out[2], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[1]);
    MPI_Start(&requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[1]);
  } else if (rank == 1) {
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    printf("received %d %d %d\n", in[0], in[1], in[2]);
  }
}
