// SPDX-License-Identifier: Apache-2.0
// A wait for sends is one for receives only where these have no other.
// RUN: %translate --check %s -- %flags 2>&1 | FileCheck --allow-empty %s
#include <mpi.h>
double in[8], out[8];
void finish(MPI_Request *requests);
void f(int n) {
  MPI_Request both[2], again, handed[2];
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Isend(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[1]); MPI_Wait(&both[1], MPI_STATUS_IGNORE); }
    #pragma bamboo receive
    { MPI_Irecv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &both[0]); MPI_Wait(&both[0], MPI_STATUS_IGNORE); }
  }
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Isend(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &again); MPI_Wait(&again, MPI_STATUS_IGNORE); }
    #pragma bamboo receive
    MPI_Irecv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &again);
  }
  MPI_Wait(&again, MPI_STATUS_IGNORE);
  #pragma bamboo olap
  {
    #pragma bamboo send
    { MPI_Isend(out, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &handed[1]); MPI_Wait(&handed[1], MPI_STATUS_IGNORE); }
    #pragma bamboo receive
    MPI_Irecv(in, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &handed[0]);
  }
  finish(handed);
}
// CHECK-NOT: {{.}}
