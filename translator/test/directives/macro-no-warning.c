// SPDX-License-Identifier: Apache-2.0
// Directives that macros make leave no unknown pragma to the host compiler.
// RUN: %translate %s -o %t.out.c -- %flags
// RUN: %gcc %t.out.c
// RUN: %clang %t.out.c
// RUN: %gxx -D__restrict__=__restrict -I%graph_headers %t.out.c
// RUN: FileCheck %s < %t.out.c
#include <mpi.h>
#define REGION _Pragma("bamboo olap")
#define RECEIVE(x) _Pragma ( "bamboo receive" ) x
#define SEND(x) _Pragma("bamboo send") x
void f(double *__restrict__ s, double *__restrict__ r, int n, const int *nbr) {
  REGION {
    RECEIVE(MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);)
    SEND(MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);)
  }
}
// CHECK-NOT: #pragma GCC
// CHECK: #define REGION /* _Pragma("bamboo olap") */
// CHECK: #define RECEIVE(x) /* _Pragma ( "bamboo receive" ) */ x
