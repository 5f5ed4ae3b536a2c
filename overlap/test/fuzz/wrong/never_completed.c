// SPDX-License-Identifier: Apache-2.0
// EXPECT: MPI_Irecv.*the program did not wait for it
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, out = 1, in = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
#ifdef RIGHT
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Finalize();
  return 0;
}
