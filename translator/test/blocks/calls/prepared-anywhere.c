// SPDX-License-Identifier: Apache-2.0
// Persistent requests may be made wherever, of each kind.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
double in[8], out[8];
MPI_Request to, from;
int MPI_Ssend_init(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request);
void f(int n) {
  #pragma bamboo olap
  {
    MPI_Recv_init(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &from);
    #pragma bamboo send
    {
      MPI_Ssend_init(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &to);
      MPI_Start(&to);
    }
    #pragma bamboo receive
    MPI_Start(&from);
    MPI_Wait(&from, MPI_STATUS_IGNORE);
    MPI_Wait(&to, MPI_STATUS_IGNORE);
  }
}
// CHECK-NOT: {{.}}
