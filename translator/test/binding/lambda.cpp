// SPDX-License-Identifier: Apache-2.0
// Directives work inside of a lambda.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.cpp -- %flags
// RUN: %gxx -I%S %t.out.cpp
// RUN: %clang -I%S -I%graph_headers %t.out.cpp
#include <mpi.h>
void f(double *__restrict s, double *__restrict r, int n, int *nbr) {
  auto exchange = [&] {
    #pragma bamboo olap
    {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  };
  exchange();
}
