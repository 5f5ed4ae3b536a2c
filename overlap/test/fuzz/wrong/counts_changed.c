// SPDX-License-Identifier: Apache-2.0
// EXPECT: MPI_Iallgatherv.*an array of counts, displacements or types changed before the wait
#include <mpi.h>

int main(int argc, char** argv) {
  int rank, counts[2] = {1, 1}, places[2] = {0, 1}, all[2] = {0, 0};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Iallgatherv(&rank, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
#ifndef RIGHT
  places[1] = 0;
#endif
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return all[0] == 0 && all[1] == 1 ? 0 : 3;
}
