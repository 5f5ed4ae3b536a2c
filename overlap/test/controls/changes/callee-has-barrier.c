// SPDX-License-Identifier: Apache-2.0
// The barrier behind which other processes' changes of the counts are seen is in a function whose body is visible.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

__attribute__((noinline)) static void meet(void) { MPI_Barrier(MPI_COMM_WORLD); }
void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'meet' may change the counts
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    meet();
  }
}
