// SPDX-License-Identifier: Apache-2.0
// A datatype that is made anew may have the same handle.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *places, MPI_Datatype type, int n) {
  for (int i = 0; i < n; ++i) {
    MPI_Datatype other = type;
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'MPI_Type_free': it is not known to leave
    MPI_Alltoallv(sent, counts, places, type, received, counts, places, type, MPI_COMM_WORLD);
    MPI_Type_free(&other);
  }
}
