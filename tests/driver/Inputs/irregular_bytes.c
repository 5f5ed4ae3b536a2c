// SPDX-License-Identifier: Apache-2.0
// Two processes: each has 100 bytes for process 0 and 300 for process 1.
#include <mpi.h>

int main(int argc, char** argv) {
  char sent[400] = "", received[600];
  int rank, counts[] = {100, 300}, places[] = {0, 100}, two_places[] = {0, 300};
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int from_both[] = {counts[rank], counts[rank]};
  MPI_Alltoallv(sent, counts, places, MPI_CHAR, received, from_both, two_places, MPI_CHAR,
                MPI_COMM_WORLD);
  MPI_Ialltoallv(sent, counts, places, MPI_CHAR, received, from_both, two_places, MPI_CHAR,
                 MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Gatherv(sent, counts[rank], MPI_CHAR, received, counts, places, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_Allgatherv(sent, counts[rank], MPI_CHAR, received, counts, places, MPI_CHAR, MPI_COMM_WORLD);
  MPI_Finalize();
}
