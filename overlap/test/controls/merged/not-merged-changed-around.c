// SPDX-License-Identifier: Apache-2.0
// In a loop around both, counts change behind the second.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *places, int n) {
  for (int j = 0; j < n; ++j) {
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    if (sent[0] > 1) {
      // CHECK: :[[@LINE-2]]:5: remark: MPI_Alltoallv: its control part stays in front of it, no further than line [[@LINE+4]]
      // CHECK: :[[@LINE+1]]:7: remark: MPI_Alltoallv: the control part of line [[@LINE-3]] serves it as well
      MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    }
    counts[0] = j;
  }
}
