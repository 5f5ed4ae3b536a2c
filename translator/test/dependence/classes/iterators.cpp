// SPDX-License-Identifier: Apache-2.0
// A library function may write the memory behind the iterators that it gets.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <algorithm>
#include <mpi.h>
#include <vector>
void f(double *__restrict r, int n) {
  std::vector<double> in(8), a(8), b(8);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); std::copy(in.begin(), in.end(), a.begin()); }
    #pragma bamboo send
    MPI_Send(a.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); std::copy(in.begin(), in.end(), a.begin()); }
    #pragma bamboo send
    MPI_Send(b.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: :14:{{[0-9]+}}: warning: {{.*}}[-Wbamboo-send-may-need-receive]
// CHECK-NOT: warning:
