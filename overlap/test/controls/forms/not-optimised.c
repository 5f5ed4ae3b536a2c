// SPDX-License-Identifier: Apache-2.0
// Functions that are not optimised stay as they are.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

__attribute__((optnone, noinline)) void steps(double *sent, double *received, const int *counts, const int *places) {
  for (int i = 0; i < 3; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv keeps its control part: the function is not optimised
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
