// SPDX-License-Identifier: Apache-2.0
// The loop writes the variable from which the call loads its datatype, so the control part stays in the loop.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

MPI_Datatype type;
void steps(double *sent, double *received, int *counts, const int *places, MPI_Datatype *types, int n) {
  for (int i = 0; i < n; ++i) {
    type = types[i & 1];
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop
    MPI_Alltoallv(sent, counts, places, type, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
