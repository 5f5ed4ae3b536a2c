// SPDX-License-Identifier: Apache-2.0
// A call that frees a communicator may change what the control part depends on, so that part stays in the loop.
// RUN: %plans_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void steps(double *sent, double *received, int *counts, const int *places, MPI_Comm comm, int n) {
  for (int i = 0; i < n; ++i) {
    MPI_Comm copy = comm;
    // CHECK: :[[@LINE+1]]:5: remark: MPI_Alltoallv: its control part stays in the loop: line [[@LINE+2]]: the call of 'MPI_Comm_free': it is not known to leave
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, comm);
    MPI_Comm_free(&copy);
  }
}
