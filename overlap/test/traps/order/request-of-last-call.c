// SPDX-License-Identifier: Apache-2.0
// The last call of the function started the request; its buffer may be this call's other array.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);
static MPI_Request request;

void step(double* restrict in, double* restrict out, int n, int peer) {
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++) out[i] += 2.0;
  MPI_Irecv(in, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &request);
}
// CHECK-LABEL: define {{.*}}@step(
// CHECK-NOT: br
// CHECK: call i32 @MPI_Wait(
