// SPDX-License-Identifier: Apache-2.0
// Out of the inner loop, no further than what changes the counts.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    counts[0] = i;
    for (int j = 0; j < n; ++j) {
      // CHECK: :[[@LINE+1]]:7: remark: MPI_Alltoallv: its control part was moved out of 1 loops, no further than line [[@LINE-2]]: a 'store' may change the counts
      MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
      sent[0] += 1;
    }
  }
}
