// SPDX-License-Identifier: Apache-2.0
// A pointer that may lead elsewhere leaves it open which variable is meant: a warning.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck %s
// RUN: %translate --check %s -- %flags 2>&1 | not grep -w error
#include <mpi.h>
int rows[4][4];
void move_pointer(int **p);

// CHECK-DAG: several-targets.c:[[#@LINE+9]]:{{[0-9]+}}: warning: cannot show that 'p'
void chosen(int k) {
  int w = 1, v = 2, *p = &w;
  if (k) p = &v;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

// CHECK-DAG: several-targets.c:[[#@LINE+9]]:{{[0-9]+}}: warning: cannot show that 'p'
void null_at_first(int k) {
  int w = 1, *p = 0;
  if (k) p = &w;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(&w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, k ? 1 : 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

// CHECK-DAG: several-targets.c:[[#@LINE+9]]:{{[0-9]+}}: warning: cannot show that 'p'
void moved_by_others(void) {
  int w[4] = {1}, *p = w;
  move_pointer(&p);
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

// CHECK-DAG: several-targets.c:[[#@LINE+9]]:{{[0-9]+}}: warning: cannot show that 'p'
void stepped(void) {
  int w[4] = {1}, *p = w;
  ++p;
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(w, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(p, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}

// An offset from a pointer to numbers is none from an array of rows.
// CHECK-DAG: several-targets.c:[[#@LINE+8]]:{{[0-9]+}}: warning: cannot show that
void of_rows(void) {
  int *p = rows[0];
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(rows[3], 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    MPI_Send(&p[3], 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  }
}
