// SPDX-License-Identifier: Apache-2.0
// An operation without computation between its halves gains nothing by an early message: packing is none.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls %s | FileCheck %s
#include <mpi.h>
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request*, MPI_Status*);

// CHECK-NOT: @bamboo_overlap_has
void step(double* restrict u, double* restrict v, double* restrict out, double* restrict in, int n,
          int peer) {
  MPI_Request requests[2];
  MPI_Irecv(in, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
  for (int i = 0; i < n; ++i) out[i] = u[i * n];
  MPI_Isend(out, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, 0);
  for (int i = 0; i < n; ++i) u[i * n] = in[i];
  for (int i = 1; i < n * n; ++i) v[i] = 0.5 * (u[i - 1] + u[i]);
}
