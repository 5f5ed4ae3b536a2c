// SPDX-License-Identifier: Apache-2.0
// A user may define a layout in C++.
// RUN: cd %S && %translate %basename_t -- %flags -I%graph_headers -std=c++20 | %golden %basename_t.expected
#include <mpi.h>
#pragma bamboo dimension 2
#include <bamboo/taskgraph/layout.h>
namespace app {
struct Ring : bamboo::Layout {
  std::string name() const override { return "Ring"; }
  std::vector<bamboo::TaskId> targets(bamboo::TaskId task, const bamboo::Geometry&) const override {
    return {task};
  }
};
}
void f(double *__restrict s, double *__restrict r, int n, const int *nbr, MPI_Request *q) {
  #pragma bamboo olap layout app::Ring
  {
    #pragma bamboo send
    MPI_Send(s, n, MPI_DOUBLE, nbr[0], 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    MPI_Recv(r, n, MPI_DOUBLE, nbr[1], 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
