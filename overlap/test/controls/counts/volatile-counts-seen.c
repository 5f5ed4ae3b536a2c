// SPDX-License-Identifier: Apache-2.0
// Behind an atomic access another thread's counts may be seen.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *places, int *flag, int n) {
  for (int i = 0; i < n; ++i) {
    while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) {}
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE-1]]: a 'load' may be where another thread's changes are seen
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
