// SPDX-License-Identifier: Apache-2.0
// A call that not every turn executes, nor every process: its control part is executed by those that call.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places, MPI_Comm comm, int n) {
  for (int i = 0; i < n; ++i)
    if (sent[i] > 0) {
      // CHECK: :[[@LINE+1]]:7: remark: MPI_Alltoallv: its control part was moved out of 1 loops
      MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, comm);
    }
}
