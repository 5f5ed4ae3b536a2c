// SPDX-License-Identifier: Apache-2.0
// A message that is shorter than the buffer leaves the rest of it as it was; garbage would be wrong.
// EXPECT: MPI_Irecv.*the receive buffer was written before the wait
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, out = 7, in[3] = {1, 2, 3}, got = 0;
  MPI_Status status;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(in, 3, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD, &request);
  MPI_Send(&out, 1, MPI_INT, 1 - rank, 4, MPI_COMM_WORLD);
#ifndef RIGHT
  in[2] = 9;
#endif
  MPI_Waitall(1, &request, &status);
  MPI_Get_count(&status, MPI_INT, &got);
  MPI_Finalize();
  return in[0] == 7 && in[1] == 2 && in[2] == 3 && got == 1 && status.MPI_TAG == 4 ? 0 : 3;
}
