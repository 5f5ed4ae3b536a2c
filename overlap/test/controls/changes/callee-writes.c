// SPDX-License-Identifier: Apache-2.0
// A function whose body is here writes the counts.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

__attribute__((noinline)) static void change(int *counts, int i) { counts[i] += 1; }
void steps(double *sent, double *received, int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'change' may change the counts
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    change(counts, i);
  }
}
