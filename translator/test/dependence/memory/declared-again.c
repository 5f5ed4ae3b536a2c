// SPDX-License-Identifier: Apache-2.0
// A variable that is declared before its definition is one.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
extern int count;
extern double *point;
static void set(void) { count = 7; }
int count;
double *point;
extern int count;
double in[8], out[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); set(); }
    #pragma bamboo send
    { out[0] = count; MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block reads 'count', but the receive block before it writes 'count' [bamboo:send-depends-on-receive]
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); point = out; }
    #pragma bamboo send
    { point[0] = 1; MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: {{error|warning}}: {{.*}}'point
  }
}
