// SPDX-License-Identifier: Apache-2.0
// Vectors hand out their memory without changing.
// RUN: %translate --check -Rpass=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <vector>
void f(int n, const std::vector<int> &nbr) {
  std::vector<std::vector<double>> in(4, std::vector<double>(n));
  std::vector<double> out(n);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (int i = 0; i < 4; i++) {
      MPI_Recv(in[i].data(), n, MPI_DOUBLE, nbr[i], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    #pragma bamboo send
    MPI_Send(out.data(), n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD);
  }
}
// CHECK-NOT: warning:
// CHECK: remark: send block moved before the receive block of line 11 [bamboo:send-moved]
