/* SPDX-License-Identifier: Apache-2.0 */
/* One process calls a collective of another file, which must match that of the others. */
#include <mpi.h>
#include <stdio.h>
int total(int mine);
static double work[1000];
int main(int argc, char **argv) {
  int rank, sum = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < 200; ++i) {
    int two = 2 * (rank + 1);
    if (rank == 0) {
      sum = total(rank + 1);
    } else {
      MPI_Allreduce(&two, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
      for (int k = 0; k < 1000; ++k) work[k] = work[k] * 0.5 + k;
    }
  }
  if (rank == 0) printf("sum %d, work %g\n", sum, work[1]);
  MPI_Finalize();
  return 0;
}
