// SPDX-License-Identifier: Apache-2.0
// A reduction of the program's own may write anything.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places, MPI_Op op, int n) {
  for (int i = 0; i < n; ++i) {
    double sum, one = i;
    MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
    sent[0] = sum;
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE-2]]: the call of 'MPI_Allreduce': the reduction is the program's own
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
