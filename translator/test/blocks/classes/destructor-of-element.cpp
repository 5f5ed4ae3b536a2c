// SPDX-License-Identifier: Apache-2.0
// The destructors of the elements of a vector or an owner are examined.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <memory>
#include <vector>
struct Get {
  double *r;
  ~Get() { MPI_Recv(r, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
};
void f(double *__restrict s, double *__restrict r, int n) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { std::vector<std::unique_ptr<Get>> all(1); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// CHECK: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
// CHECK: note: 'MPI_Recv' is called here
