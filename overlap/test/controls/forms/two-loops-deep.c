// SPDX-License-Identifier: Apache-2.0
// Out of both loops.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      sent[j] = i;
      // CHECK: :[[@LINE+1]]:7: remark: MPI_Alltoallv: its control part was moved out of 2 loops
      MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    }
}
