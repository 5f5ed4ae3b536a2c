// SPDX-License-Identifier: Apache-2.0
// A jump back may come from behind the mark.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

#include <setjmp.h>
jmp_buf back;
void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  setjmp(back);
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv keeps its control part: the function calls setjmp
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
