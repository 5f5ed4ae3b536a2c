// SPDX-License-Identifier: Apache-2.0
// The picture: region, blocks, buffers, edges, moves.
// RUN: %translate --graph=dot %s -- %flags | FileCheck %s
#include <mpi.h>
#pragma bamboo dimension 2
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout NN X Y
  {
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
  }
}
// CHECK: digraph
// CHECK: label="region, line {{[0-9]+}}"
// CHECK: other ranks: layout NN X Y
// CHECK: label="send block, line {{[0-9]+}}"
// CHECK: [shape=cylinder, label="s"]
// CHECK: label="receive block, line {{[0-9]+}}"
// CHECK: label="moved before"
