// SPDX-License-Identifier: Apache-2.0
// A sum is computation, though nothing is stored.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);

// CHECK: @bamboo_overlap_has_early_messages = weak_odr constant i32 1
double step(double *restrict u, double *restrict out, int n, int peer) {
  MPI_Request request;
  double sum = 0;
  MPI_Isend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
  for (int i = 0; i < n; ++i) sum += u[i] * u[i];
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return sum;
}
