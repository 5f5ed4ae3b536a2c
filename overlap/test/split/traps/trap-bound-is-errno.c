// SPDX-License-Identifier: Apache-2.0
// The bound is an int of the caller, which may be errno.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double pow(double, double);

void sweep(const int *n, double *restrict u, double *restrict v, int left) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-bound-is-errno.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole
  for (int i = 0; i < *n; ++i) v[i] = pow(u[i], 1.4);
}
// CHECK-NOT: bamboo_split
