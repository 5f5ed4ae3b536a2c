// SPDX-License-Identifier: Apache-2.0
// A collective that reads one element of the counts writes the next one.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *zero, MPI_Comm self, int n) {
  for (int i = 0; i < n; ++i) {
    MPI_Allgatherv(&i, 1, MPI_INT, counts + 1, counts, zero, MPI_INT, self);
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Reduce_scatter: its control part stays in the loop: line [[@LINE-1]]: the call of 'MPI_Allgatherv' may change the counts
    MPI_Reduce_scatter(sent, received, counts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  }
}
