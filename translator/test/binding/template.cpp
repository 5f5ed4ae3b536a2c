// SPDX-License-Identifier: Apache-2.0
// A template is rewritten once.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.cpp -- %flags
// RUN: %gxx -I%S %t.out.cpp
// RUN: %clang -I%S -I%graph_headers %t.out.cpp
#include <mpi.h>
template <class T>
void f(T *__restrict s, T *__restrict r, int n, MPI_Datatype type) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(s, n, type, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, type, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
template void f<double>(double *, double *, int, MPI_Datatype);
template void f<int>(int *, int *, int, MPI_Datatype);
