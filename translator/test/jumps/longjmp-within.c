// SPDX-License-Identifier: Apache-2.0
// A longjmp to a setjmp of the same block is allowed.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc %t.out.c
#include <mpi.h>
#include <setjmp.h>
double a[8], b[8];
static jmp_buf failed;
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    {
      if (!setjmp(failed)) {
        if (MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)) longjmp(failed, 1);
      }
    }
  }
}
