// SPDX-License-Identifier: Apache-2.0
// EXPECT: MPI_Ibcast.*the receive buffer was written before the wait
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, data[4] = {1, 2, 3, 4};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Ibcast(data, 4, MPI_INT, 0, MPI_COMM_WORLD, &request);
#ifndef RIGHT
  if (rank == 1) data[2] = 5;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return data[2] == 3 ? 0 : 3;
}
