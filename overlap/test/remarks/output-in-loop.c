// SPDX-License-Identifier: Apache-2.0
// Output in a loop stops.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

int printf(const char *, ...);
void work(double *restrict buffer, int n) {
  // CHECK: remark: MPI_Recv {{.*}} the completion goes no further down than line [[@LINE+2]]: the call of '{{[a-z]+}}' is seen from outside
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) printf("%d\n", i);
}
