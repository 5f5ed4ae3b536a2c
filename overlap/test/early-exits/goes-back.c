// SPDX-License-Identifier: Apache-2.0
// Where the way on holds less than a request costs the call stays as it was, in front of the branch.
// RUN: %overlap_c -mllvm -bamboo-overlap-level=beyond %s | FileCheck %s --implicit-check-not=MPI_Wait --implicit-check-not=MPI_Irecv
#include <mpi.h>

// CHECK: call i32 @MPI_Recv(
// CHECK: br i1
double work(double *restrict u, double *restrict v, int done) {
  MPI_Recv(u, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (done) return 0;
  v[0] = 1;
  return u[0];
}
