/* SPDX-License-Identifier: Apache-2.0 */
/* exits by|abort N */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0 && strcmp(argv[1], "abort") == 0) MPI_Abort(MPI_COMM_WORLD, atoi(argv[2]));
  MPI_Finalize();
  return strcmp(argv[1], "by") == 0 ? atoi(argv[2]) : 0;
}
