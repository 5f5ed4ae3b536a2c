// SPDX-License-Identifier: Apache-2.0
// The remark names the conditionals that the completion has left, from the inside out.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict u, double *restrict v, double *restrict other, int n, int m, int left) {
  if (m > 10) {
    other[0] = 0;
    if (left >= 0) {
      // CHECK: remark.c:[[@LINE+1]]:7: remark: MPI_Recv became MPI_Irecv with a window of {{[0-9]+}} statements (1 loops or branches), about {{[0-9]+}} cycles, from line {{[0-9]+}} to line 16; moved out of the conditional in line 9, out of that in line 7; the initiation goes no further up
      MPI_Recv(u, 4, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    other[1] = n;
    other[2] = m;
  }
  for (int i = 0; i < n; ++i) v[i] = v[i] / 3.0;
}
