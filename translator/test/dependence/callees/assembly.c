// SPDX-License-Identifier: Apache-2.0
// Inline assembly that is volatile, or uses memory that it does not name, keeps its order.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
int shared;
double in[8], out[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); asm volatile("nop"); }
    #pragma bamboo send
    { asm volatile("nop"); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block holds 'asm', but the receive block before it holds 'asm' [bamboo:send-depends-on-receive]
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); asm volatile("" ::: "memory"); }
    #pragma bamboo send
    {  MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block {{[a-z]+}} '{{[a-z]+}}', but the receive block before it holds 'asm'
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); int x; asm("mov %1, %0" : "=r"(x) : "r"(n)); in[1] = x; }
    #pragma bamboo send
    { int x; asm("mov %1, %0" : "=r"(x) : "r"(n)); out[0] = x; MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); asm("movl %1, %0" : "=m"(shared) : "r"(n)); }
    #pragma bamboo send
    { out[0] = shared; MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block reads 'shared', but the receive block before it writes 'shared' [bamboo:send-depends-on-receive]
  }
}
