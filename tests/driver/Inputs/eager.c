/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const char *limit = getenv("OMPI_MCA_btl_tcp_eager_limit");
  printf("eager limit %s\n", limit ? limit : "not set");
  MPI_Finalize();
  return 0;
}
