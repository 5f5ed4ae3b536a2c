// SPDX-License-Identifier: Apache-2.0
// The remark names the branches behind which each way waits for itself, and those that look at an error code.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond %s 2>&1 | FileCheck %s
#include <mpi.h>

double work(double *restrict u, double *restrict v, int n, int done) {
  // CHECK: remark.c:[[@LINE+1]]:3: remark: MPI_Recv became MPI_Irecv with a window of {{[0-9]+}} statements (1 loops or branches), about {{[0-9]+}} cycles, from line {{[0-9]+}} to line 10; waited for on each way behind the branch in line 9; the {{.*}}completion goes no further down than line 11: {{.*}}
  MPI_Recv(u, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (done) return 0;
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
  return u[0];
}
