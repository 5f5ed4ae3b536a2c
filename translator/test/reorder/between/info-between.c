// SPDX-License-Identifier: Apache-2.0
// MPI_Comm_set_info is collective, though other functions that begin like it are local.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
typedef struct MPI_ABI_Info *MPI_Info;
int MPI_Comm_set_info(MPI_Comm comm, MPI_Info info);
double a[8], b[8];
void f(int n, MPI_Info info) {
  #pragma bamboo olap
  {
    #pragma bamboo receive
    MPI_Recv(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    #pragma bamboo send
    MPI_Send(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
  }
}
// CHECK: communicates outside of the blocks [bamboo:move-prevented-mpi]
