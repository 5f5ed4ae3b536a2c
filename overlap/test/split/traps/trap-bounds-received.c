// SPDX-License-Identifier: Apache-2.0
// How far the loop goes is received.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void sweep(double *u, double *v, int *n, int left) {
  MPI_Recv(n, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int count = *n;
  // REMARK: trap-bounds-received.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: the nest needs what is computed here
  for (int i = 1; i <= count; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
