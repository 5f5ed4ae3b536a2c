// SPDX-License-Identifier: Apache-2.0
// Memory that other ranks may share stops a barrier.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=basic %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict other) {
  // CHECK: remark: MPI_Barrier became MPI_Ibarrier without a window{{.*}} the completion goes no further down than line [[@LINE+2]]: a 'store' touches memory that other ranks may share
  MPI_Barrier(MPI_COMM_WORLD);
  *other = 1.0;
}
