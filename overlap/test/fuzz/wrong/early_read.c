// SPDX-License-Identifier: Apache-2.0
// EXPECT: read garbage
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, out = 7, in = 0, seen = 0;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  // Everybody has sent: without the layer the message may well be there.
  MPI_Barrier(MPI_COMM_WORLD);
#ifndef RIGHT
  seen = in;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef RIGHT
  seen = in;
#endif
  if (seen != 7) fprintf(stderr, seen == 0 ? "read the old value\n" : "read garbage\n");
  MPI_Finalize();
  return seen == 7 && in == 7 ? 0 : 3;
}
