// SPDX-License-Identifier: Apache-2.0
// Two loops with the same pattern share one control part.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: the control part of line [[@LINE-3]] serves it as well
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
    sent[0] += 1;
  }
}
