// SPDX-License-Identifier: Apache-2.0
// The program's own window: the message had better leave at once, but no code counts pending operations.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls %s | FileCheck %s
#include <mpi.h>
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

// CHECK-NOT: @bamboo_overlap_has_windows
// CHECK: @bamboo_overlap_has_early_messages = weak_odr constant i32 1
// CHECK-NOT: @bamboo_overlap_has_windows
void step(double* restrict u, double* restrict v, double* restrict out, int n, int peer) {
  MPI_Request request;
  MPI_Isend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
  for (int i = 1; i < n; ++i) v[i] = 0.5 * (u[i - 1] + u[i]);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
