/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>
int rank_of(MPI_Comm c);
int add(int a, int b);
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  printf("rank plus one %d\n", add(rank_of(MPI_COMM_WORLD), 1));
  MPI_Finalize();
  return 0;
}
