// SPDX-License-Identifier: Apache-2.0
// A loop that goes round once is none.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, const int *counts, const int *places) {
  // CHECK: remark: MPI_Alltoallv: its control part serves this call alone, which is in no loop
  for (int i = 0; i < 1; ++i)
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
}
