// SPDX-License-Identifier: Apache-2.0
// No path leads to a handler of exceptions around MPI: paths are not followed back into it.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
extern "C" {
#include <mpi.h>
}

void caught();
void steps(double* sent, double* received, const int* counts, const int* places, int n) {
  for (int i = 0; i < n; ++i) {
    try {
      // CHECK: :[[@LINE+1]]:7: remark: MPI_Alltoallv: its control part was moved out of 1 loops
      MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE,
                    MPI_COMM_WORLD);
    } catch (...) {
      caught();
    }
  }
}
