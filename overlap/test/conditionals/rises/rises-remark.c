// SPDX-License-Identifier: Apache-2.0
// The remark names the conditionals that what starts has left, from the inside out.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict u, double *restrict v, double *restrict other, int n, int m, int left) {
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
  if (m > 10) {
    other[0] = 0;
    if (left >= 0) {
      // CHECK: rises-remark.c:[[@LINE+1]]:7: remark: MPI_Recv became MPI_Irecv with a window of {{[0-9]+}} statements ({{[0-9]+}} loops or branches), about {{[0-9]+}} cycles, from line 7 to line {{[0-9]+}};{{.*}} started above the conditional in line 10, above that in line 8;
      MPI_Recv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    other[1] = n;
    other[2] = m;
  }
  v[0] += u[0];
}

void stays(double *restrict u, double *restrict v, int n, int left) {
  for (int i = 0; i < n; ++i) v[i] = u[i] / 3.0;
  // CHECK: rises-remark.c:[[@LINE+1]]:18: remark: MPI_Recv stays blocking: {{.*}}the initiation goes no further up than line [[@LINE-1]]: a 'load' may touch the receive buffer;
  if (left >= 0) MPI_Recv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  v[0] += u[0];
}
