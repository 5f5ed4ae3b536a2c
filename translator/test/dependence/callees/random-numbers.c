// SPDX-License-Identifier: Apache-2.0
// Calls that share state of the C library keep their order.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
static double draw(void) { return drand48(); }
double in[8], out[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = rand(); }
    #pragma bamboo send
    { out[0] = rand(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'rand()', but the receive block before it calls 'rand()' [bamboo:send-depends-on-receive]
    // CHECK: note: the receive block calls 'rand()' here
    // CHECK: note: the C library remembers the seed of its random numbers between these calls, so they keep their order
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); srandom(n); }
    #pragma bamboo send
    { out[0] = random(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'random()', but the receive block before it calls 'srandom(n)' [bamboo:send-depends-on-receive]
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = draw(); }
    #pragma bamboo send
    { out[0] = drand48(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block calls 'drand48()', but the receive block before it calls 'drand48()' [bamboo:send-depends-on-receive]
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = draw(); }
    #pragma bamboo send
    { out[0] = rand(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
  }
}
