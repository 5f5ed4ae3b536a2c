// SPDX-License-Identifier: Apache-2.0
// Deleters of smart pointers are examined.
// RUN: not %translate --check -Rpass-missed=bamboo %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <memory>
static void get(double *r) { MPI_Recv(r, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }
struct Get {
  void operator()(double *r) const { get(r); }
};
struct Held {
  double *r;
  ~Held() { get(r); }
};
void f(double *__restrict s, double *__restrict r, int n, std::unique_ptr<Held> &held) {
  #pragma bamboo olap
  {
    #pragma bamboo send
    { std::unique_ptr<double, Get> x(s); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
    #pragma bamboo send
    { std::shared_ptr<double> x(s, get); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
    #pragma bamboo send
    { std::shared_ptr<double> x; x.reset(s, Get{}); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
    #pragma bamboo send
    { held.reset(); MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
    #pragma bamboo send
    { held = nullptr; MPI_Send(s, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); }
    // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: error: 'MPI_Recv' receives inside of a send block [bamboo:receive-in-send-block]
    #pragma bamboo receive
    {
      std::unique_ptr<double, void (*)(double *)> x(r, get);
      // CHECK-DAG: [[#@LINE-1]]:{{[0-9]+}}: remark: the body of {{.*}} is not visible
      MPI_Recv(r, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
}
