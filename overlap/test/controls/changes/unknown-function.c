// SPDX-License-Identifier: Apache-2.0
// A function without a body may change counts that it can reach.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void unknown(void);
void steps(double *sent, double *received, int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'unknown' may change the counts
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    unknown();
  }
}
