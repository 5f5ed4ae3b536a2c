// SPDX-License-Identifier: Apache-2.0
// The C library has several hidden states.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
#include <time.h>
double in[8], out[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  }
    time_t t; t = time(NULL); in[2] = localtime(&t)->tm_hour;
    #pragma bamboo send
    { out[0] = rand(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: remark: send block moved
  }
}
