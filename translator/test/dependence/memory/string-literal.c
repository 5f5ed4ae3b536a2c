// SPDX-License-Identifier: Apache-2.0
// A message cannot be received into a string literal.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
static const char *const names[] = {"north", "south"};
char name[8];
double in[8];
void f(int n) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    {
      MPI_Recv(name, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(in, 8, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    #pragma bamboo send
    {
      const char *text = names[n];
      MPI_Send(text, 6, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    }
  }
}
// CHECK-NOT: {{.}}
