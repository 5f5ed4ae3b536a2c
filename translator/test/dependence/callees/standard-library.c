// SPDX-License-Identifier: Apache-2.0
// The C library's functions are known.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
double a[8], b[8];
void f(int n) {
  struct timeval now;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%g\n", sin(a[0]));
    gettimeofday(&now, NULL);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: remark: send block moved before the receive block of line 14 [bamboo:send-moved]
