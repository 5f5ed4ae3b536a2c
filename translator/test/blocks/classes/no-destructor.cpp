// SPDX-License-Identifier: Apache-2.0
// Classes of the library and plain ones communicate nothing.
// RUN: %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
#include <string>
#include <vector>
struct Plain {
  std::vector<std::string> names;
  double x = 0;
};
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { Plain plain; std::string name(8, 'x'); plain.names.push_back(name); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: unknown-call
