// SPDX-License-Identifier: Apache-2.0
// EXPECT: MPI_Ialltoallw.*an array of counts, displacements or types changed before the wait
#include <mpi.h>

int main(int argc, char** argv) {
  int out[2] = {5, 6}, in[2] = {0, 0}, counts[2] = {1, 1}, places[2] = {0, sizeof(int)};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Ialltoallw(out, counts, places, types, in, counts, places, types, MPI_COMM_WORLD, &request);
#ifndef RIGHT
  types[0] = MPI_CHAR;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return in[0] == in[1] ? 0 : 3;
}
