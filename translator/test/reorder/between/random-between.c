// SPDX-License-Identifier: Apache-2.0
// A call for random numbers in between prevents the move.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <stdlib.h>
double in[8], out[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  }
    srand(7);
    #pragma bamboo send
    { out[0] = rand(); MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: error: this send block must run before the receive block of line {{[0-9]+}}, but the statement of line [[#]] is between them and calls 'srand(7)' [bamboo:move-prevented-data]
    // CHECK: note: the C library remembers the seed of its random numbers between these calls, so they keep their order
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);  }
    asm volatile("" ::: "memory");
    #pragma bamboo send
    {  MPI_Send(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK: error: this send block must run before {{.*}} is between them and holds 'asm' [bamboo:move-prevented-data]
  }
}
