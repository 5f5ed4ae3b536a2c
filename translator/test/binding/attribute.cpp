// SPDX-License-Identifier: Apache-2.0
// A directive binds to a statement with an attribute, on either side of the directive.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.cpp -- %flags
// RUN: %gxx -std=c++20 -I%S %t.out.cpp
#include <mpi.h>
double a[8], b[8];
void f(int n) {
  #pragma bamboo olap
  {
    if (n > 2) [[likely]]
      #pragma bamboo send
      { MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    [[likely]] { MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
  }
}
