// SPDX-License-Identifier: Apache-2.0
// Other operations of MPI write their buffers alone.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    double sum, one = i;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    sent[0] = sum;
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part was moved out of 1 loops
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
