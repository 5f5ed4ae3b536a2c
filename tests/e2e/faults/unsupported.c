/* SPDX-License-Identifier: Apache-2.0 */
/* fault: compile=fails */
/* stderr: MPI_Open_port */
#include <mpi.h>

int main(int argc, char** argv) {
  char port[MPI_MAX_PORT_NAME];
  MPI_Init(&argc, &argv);
  MPI_Open_port(MPI_INFO_NULL, port);
  MPI_Finalize();
  return 0;
}
