/* SPDX-License-Identifier: Apache-2.0 */
/* Two windows in one function: one holds a call of gain_compute.c, the other one a call of MPI in gain_sum.c. */
#include <mpi.h>
#include <stdio.h>

int sum_of(int own);
double compute(void);

static double values[20000];

static int work(int own, double* computed) {
  int first;
  MPI_Allreduce(&own, &first, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  *computed = compute();
  const int second = sum_of(first + 1);
  for (int i = 0; i < 20000; i++) values[i] = values[i] / 3 + i;
  return second;
}

int main(int argc, char** argv) {
  int rank;
  double computed;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int sum = work(rank, &computed);
  if (rank == 0) printf("sum %d, computed %g, %g\n", sum, computed, values[7]);
  MPI_Finalize();
  return 0;
}
