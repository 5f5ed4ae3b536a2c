/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>

void exchange_ready(int rank);

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  exchange_ready(rank);
  MPI_Finalize();
  return 0;
}
