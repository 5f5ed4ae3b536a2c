// SPDX-License-Identifier: Apache-2.0
// Pointers that change by a reference, and references to copies, lead elsewhere: no error.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
// RUN: %translate --check %s -- %flags 2>&1 | not grep -w error
#include <mpi.h>
#include <utility>

// CHECK-DAG: several-targets-references.cpp:[[#@LINE+9]]:{{[0-9]+}}: warning: cannot show that 'p'
void swapped() {
  int w = 1, v = 2, *p = &w, *q = &v;
  std::swap(p, q);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

// CHECK-DAG: several-targets-references.cpp:[[#@LINE+9]]:{{[0-9]+}}: warning: cannot show that 'p'
void chosen(int k) {
  int w = 1, v = 2, *p = &w, *q = &v;
  (k ? p : q) = &v;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

void copied() {
  int w = 1;
  const double &r = w;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(&r, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}

// CHECK-DAG: several-targets-references.cpp:[[#@LINE+9]]:{{[0-9]+}}: warning: cannot show that '&r'
void converted() {
  int w = 1;
  const int &r = int(w);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(&r, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}
