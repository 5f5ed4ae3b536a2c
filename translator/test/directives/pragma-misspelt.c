// SPDX-License-Identifier: Apache-2.0
// A slip in 'bamboo' itself; other pragmas are none of our business.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#pragma bamboon shoots
#pragma omp send
void f(double *restrict s, double *restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bambo olap
  {
    #pragma bamboo_send
    {}
  }
}
// CHECK-NOT: shoots
// CHECK: :8:3: warning: unknown pragma 'bambo'; did you mean 'bamboo'? [-Wbamboo-pragma-misspelt]
// CHECK: :10:5: warning: unknown pragma 'bamboo_send'; did you mean 'bamboo'? [-Wbamboo-pragma-misspelt]
// CHECK-NOT: warning:
