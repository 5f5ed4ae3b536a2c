// SPDX-License-Identifier: Apache-2.0
// A block that moves takes along the lines between its directive and its statement, not the lines before.
// RUN: not %translate --check %s -- %flags -fopenmp 2>&1 | FileCheck %s
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #  pragma omp parallel for \
        schedule(static)
    // with a comment
    #pragma bamboo send
    for (int i = 0; i < n; i++) MPI_Send(s, n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD);
  }
  #pragma omp master
  #pragma bamboo optimize NO_BUFFER_REUSE
  #pragma bamboo olap
  {
    #pragma omp barrier
    #pragma bamboo send
    #pragma omp parallel for
    for (int i = 0; i < n; i++) MPI_Send(s, n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD);
  }
}
// CHECK: :13:20: error: 'send' is between an OpenMP directive and its statement [bamboo:directive-behind-openmp]
// CHECK: :10:5: note: write '#pragma bamboo' before this directive
// CHECK: :17:18: error: 'optimize' is between
// CHECK: :16:3: note:
// CHECK: :18:18: error: 'olap' is between
// CHECK: :16:3: note:
// CHECK-NOT: error:
