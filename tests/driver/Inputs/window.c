/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>

static int computed;
static double numbers[10000];

__attribute__((noinline)) static void compute(int n) {
  for (int i = 1; i <= n; ++i) computed += i;
  for (int i = 0; i < 10000; ++i) numbers[i] = numbers[i] * numbers[i] + i;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, sum;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int own = rank + 1;
  MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  compute(10 * argc);
  if (rank == 0) printf("sum %d, computed %d\n", sum, computed);
  MPI_Finalize();
  return 0;
}
