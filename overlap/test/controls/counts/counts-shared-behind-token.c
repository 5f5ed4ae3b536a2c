// SPDX-License-Identifier: Apache-2.0
// A message without elements is received for the order that it brings.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places, int n, int left) {
  for (int i = 0; i < n; ++i) {
    MPI_Recv(received, 0, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE-1]]: the call of 'MPI_Recv' may be where another process's changes are seen
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
