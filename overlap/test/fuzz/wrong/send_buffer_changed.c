// SPDX-License-Identifier: Apache-2.0
// EXPECT: MPI_Isend.*the send buffer changed before the wait
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, out = 1, in = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Isend(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
#ifndef RIGHT
  out = 2;
#endif
  MPI_Recv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return in == 1 ? 0 : 3;
}
