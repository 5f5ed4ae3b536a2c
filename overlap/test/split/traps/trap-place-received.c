// SPDX-License-Identifier: Apache-2.0
// Where it is unpacked to is received.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void sweep(double *u, double *v, int n, int left) {
  int place[2];
  MPI_Recv(place, 2, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  u[place[0]] = place[1];
  // REMARK: trap-place-received.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: which memory is touched may depend on what is received
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split
