// SPDX-License-Identifier: Apache-2.0
// Receives inside of a macro are posted with the macro's parameters filled in.
// RUN: cd %S && %translate %basename_t -- %flags | %golden %basename_t.expected
// RUN: cd %S && %translate %basename_t -o %t.out.c -- %flags
// RUN: %gcc -I%S %t.out.c
// RUN: %clang -I%S -I%graph_headers %t.out.c
#include <mpi.h>
#define EXCHANGE(type, a, b, tag) \
  _Pragma("bamboo send") \
  MPI_Send(a, 1, type, 1, tag, MPI_COMM_WORLD); \
  _Pragma("bamboo receive") \
  { \
    MPI_Recv(&(b)[0], 1, type, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE); \
    for (int i = 1; i < 3; i++) { \
      const int peer = i + 1; \
      if (peer == 2) continue; \
      MPI_Recv(&(b)[i], 1, type, peer, tag + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE); \
    } \
  }
double in[8], out[8];
void f(void) {
  #pragma bamboo olap
  {
    EXCHANGE(MPI_DOUBLE, out, in, 7)
    out[0] = in[0];
  }
}
