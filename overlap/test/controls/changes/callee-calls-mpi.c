// SPDX-License-Identifier: Apache-2.0
// A function whose body is here calls MPI and leaves the counts alone.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

static double total;
__attribute__((noinline)) static void sum(double one) {
  double all;
  MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  total += all;
}
double steps(double *sent, double *received, const int *places, int n) {
  int counts[2] = {n, 2 * n};
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    sum(received[0]);
  }
  return total;
}
