// SPDX-License-Identifier: Apache-2.0
// The way through the unpacking depends on what is received.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void sweep(double *u, double *v, double *in, int n, int left) {
  MPI_Recv(in, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (in[0] > 0) u[0] = in[0];
  // REMARK: trap-unpacked-while-received.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: which memory is touched may depend on what is received
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
