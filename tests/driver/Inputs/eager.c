/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1) MPI_Send(argv[1], 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);  /* never */
  const char *limit = getenv("OMPI_MCA_btl_tcp_eager_limit");
  printf("eager limit %s\n", limit ? limit : "not set");
  if (getenv("OMPI_MCA_btl_tcp_sndbuf") || getenv("OMPI_MCA_btl_tcp_rcvbuf")) puts("fixed buffers");
  MPI_Finalize();
  return 0;
}
