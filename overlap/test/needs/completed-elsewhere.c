// SPDX-License-Identifier: Apache-2.0
// Where the caller completes it, and what it does before, is not known.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

// CHECK: @bamboo_overlap_has_early_messages = weak_odr constant i32 1
void start(double *out, int n, int peer, MPI_Request *request) {
  MPI_Isend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, request);
}
