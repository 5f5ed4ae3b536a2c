// SPDX-License-Identifier: Apache-2.0
// A view's elements are those of its container.
// RUN: %translate --check %s -- %flags -std=c++20 2>&1 | FileCheck %s
#include <mpi.h>
#include <span>
void f(double *__restrict s, double *__restrict r, double *__restrict t, int n) {
  std::span<double> seen(s, n);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); seen[0] = r[0]; }
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); seen[0] = r[0]; }
    #pragma bamboo send
    MPI_Send(t, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: :13:{{[0-9]+}}: warning: {{.*}}[-Wbamboo-send-may-depend-on-receive]
// CHECK-NOT: warning:
