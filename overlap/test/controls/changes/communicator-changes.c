// SPDX-License-Identifier: Apache-2.0
// Each time another communicator.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *places, MPI_Comm *comms, int n) {
  for (int i = 0; i < n; ++i) {
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line {{[0-9]+}}: an argument is computed anew there
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, comms[i]);
  }
}
