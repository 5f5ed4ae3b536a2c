// SPDX-License-Identifier: Apache-2.0
// With -fopenmp its header and macro exist, and its pragmas are unchanged.
// RUN: %translate %s -- %flags -fopenmp | FileCheck %s
#include <omp.h>
#include <mpi.h>
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap
  #pragma omp parallel for
  for (int i = 0; i < _OPENMP; i++) {
    if (i == omp_get_max_threads()) {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
// CHECK: BAMBOO_REGION(
// CHECK-NEXT: #pragma omp parallel for
