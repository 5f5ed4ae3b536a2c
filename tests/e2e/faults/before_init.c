/* SPDX-License-Identifier: Apache-2.0 */
/* fault: exit=nonzero */
/* stderr: MPI_Barrier */
/* stderr: MPI_Init */
#include <mpi.h>

int main(int argc, char** argv) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  return 0;
}
