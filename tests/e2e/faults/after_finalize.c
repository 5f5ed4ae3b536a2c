/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: MPI_Send */
/* stderr: MPI_Finalize */
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  MPI_Send(&argc, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
  return 0;
}
