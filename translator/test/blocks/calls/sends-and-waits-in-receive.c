// SPDX-License-Identifier: Apache-2.0
// A wait may be for a receive: one posted before the block, or, in an array, by other code.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
double in[8], out[8];
void post(MPI_Request *request);
void f(int n) {
  MPI_Request posted, reused, all[2];
  MPI_Irecv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &posted);
  post(all);
  post(&reused);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Wait(&posted, MPI_STATUS_IGNORE); MPI_Send(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    { MPI_Isend(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &all[1]); MPI_Waitall(2, all, MPI_STATUSES_IGNORE); }
    #pragma bamboo receive
    MPI_Wait(&reused, MPI_STATUS_IGNORE);
  }
  MPI_Isend(out, n, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, &reused);
  MPI_Wait(&reused, MPI_STATUS_IGNORE);
}
// CHECK-NOT: {{.}}
