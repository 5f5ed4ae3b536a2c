/* SPDX-License-Identifier: Apache-2.0 */
/* The computation behind the sum is in another file. */
#include <mpi.h>
#include <stdio.h>

void compute(int n);
int computed(void);
int sum;

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  rank += 1;
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  compute(10 * argc);
  if (rank == 1) printf("sum %d, computed %d\n", sum, computed());
  MPI_Finalize();
  return 0;
}
