// SPDX-License-Identifier: Apache-2.0
// Operators that are member functions change their object.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <string>
#include <vector>
struct V {
  double d[8];
  V &operator+=(double x);
  void operator()(double x);
  V &operator++() { d[0]++; return *this; }
};
void f(int n) {
  std::vector<double> in(8), a(8);
  std::string text;
  V v, w, x;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); a = in; }
    #pragma bamboo send
    MPI_Send(a.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block reads 'a', but the receive block before it writes 'a'
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); text = "abc"; }
    #pragma bamboo send
    MPI_Send(text.data(), 3, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block reads 'text', but
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); v += in[0]; }
    #pragma bamboo send
    MPI_Send(v.d, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block sends 'v.d'
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); w(in[0]); }
    #pragma bamboo send
    MPI_Send(w.d, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: error: this send block sends 'w.d'
  }
  #pragma bamboo olap
  {
    #pragma bamboo receive
    { MPI_Recv(in.data(), n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); ++x; }
    #pragma bamboo send
    MPI_Send(x.d, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    // CHECK: [[#@LINE-1]]:{{[0-9]+}}: {{error|warning}}: {{.*}}'x.d'
  }
}
