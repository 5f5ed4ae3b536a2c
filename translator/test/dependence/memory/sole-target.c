// SPDX-License-Identifier: Apache-2.0
// A pointer to which one address alone is assigned names that variable.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
double values[8];
struct pair { int first, second; };

// CHECK-DAG: sole-target.c:[[#@LINE+9]]:{{[0-9]+}}: error: this send block sends 'p', but the receive block before it receives into '&w'
void initialized(void) {
  int w = 1;
  int *p = &w;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

// CHECK-DAG: sole-target.c:[[#@LINE+9]]:{{[0-9]+}}: error: this send block reads '*p', but the receive block before it
void assigned_later(int k) {
  int w = 1, x, *p;
  p = &w;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    { x = *p + k; MPI_Send(&x, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); }
  }
}

// CHECK-DAG: sole-target.c:[[#@LINE+8]]:{{[0-9]+}}: error: this send block sends 'p', but the receive block before it receives into 'values'
void array(void) {
  double *p = values;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(values, 8, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, 8, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}

// CHECK-DAG: sole-target.c:[[#@LINE+9]]:{{[0-9]+}}: error: this send block sends '&p->second', but the receive block before it receives into '&s.second'
void member(void) {
  struct pair s = {1, 2};
  struct pair *const p = &s;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&s.second, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(&p->second, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}
