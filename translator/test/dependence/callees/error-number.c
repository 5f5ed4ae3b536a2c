// SPDX-License-Identifier: Apache-2.0
// Calls that set errno and those that read it depend on each other.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
extern const char *s;
double in[8], out[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = strtod(s, NULL); }
    #pragma bamboo send
    { out[0] = errno; MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block reads 'errno', but the receive block before it calls 'strtod(s, NULL)' [bamboo:send-depends-on-receive]
    // CHECK: note: the C library remembers the last error between these calls, so they keep their order
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); errno = 0; }
    #pragma bamboo send
    { if (errno == ERANGE) out[0] = 0; MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block reads 'errno', but the receive block before it writes 'errno' [bamboo:send-depends-on-receive]
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); in[1] = strtod(s, NULL); if (errno) abort(); }
    #pragma bamboo send
    { errno = 0; out[0] = strtod(s, NULL); if (errno) abort(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
  }
}
