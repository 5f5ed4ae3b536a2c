// SPDX-License-Identifier: Apache-2.0
// Nests of loops are split at the link when the compilation has left them as they are.
// REQUIRES: lld
// RUN: %lto_c -fno-vectorize -mllvm -interleave-loops=0 -mllvm -unroll-full-max-count=0 -mllvm -unroll-runtime=0 -mllvm -unroll-allow-partial=0 -mllvm -unroll-allow-peeling=0 -mllvm -bamboo-overlap-level=beyond -mllvm -bamboo-overlap-split %s -o %t.o
// RUN: %lto_link %t.o -o %t 2>&1 | FileCheck %s
#include <mpi.h>
double u[102][102], v[102][102];
int main(int argc, char** argv) {
  MPI_Recv(u[0], 102, MPI_DOUBLE, argc, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: loops-stay-readable.c:{{[0-9]+}}:{{[0-9]+}}: a nest of 2 loops was split: {{.*}}; 2 of the loops may be cut
  for (int i = 1; i < 101; ++i)
    for (int j = 1; j < 101; ++j) v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
  return (int)v[argc][argc];
}
