// SPDX-License-Identifier: Apache-2.0
// Another operation of MPI writes the counts.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    MPI_Bcast(counts, 4, MPI_INT, 0, MPI_COMM_WORLD);
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE-1]]: the call of 'MPI_Bcast' may change the counts
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
