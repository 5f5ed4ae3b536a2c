// SPDX-License-Identifier: Apache-2.0
// With MPICH's header a request that was never made is MPI_REQUEST_NULL, a number.
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck %s
#include <mpi.h>

int work(double *restrict buffer) {
  return MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
// 738197504 is 0x2c000000.
// CHECK: store i32 738197504, ptr %[[REQUEST:[a-z.0-9]+]]
// CHECK: call i32 @MPI_Irecv({{.*}}%[[REQUEST]])
