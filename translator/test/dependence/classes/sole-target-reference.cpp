// SPDX-License-Identifier: Apache-2.0
// A reference denotes the object that it was bound to.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
void bound() {
  int w = 1;
  const int &r = w;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(&r, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: error: this send block sends '&r', but the receive block before it receives into '&w'
