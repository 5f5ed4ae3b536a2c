// SPDX-License-Identifier: Apache-2.0
// A volatile access stops.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, volatile int *flag) {
  // CHECK: remark: MPI_Recv {{.*}} the completion goes no further down than line [[@LINE+2]]: a 'store': it is volatile, atomic, assembly, or changes the stack
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *flag = 1;
}
