// SPDX-License-Identifier: Apache-2.0
// The nest's bound may be received, but no address is loaded by it: it is reported to the library, which checks it.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>
#include <stdlib.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void sweep(double *x, double *v, double *ghost, int *head, int peer, MPI_Request *q) {
  MPI_Irecv(ghost, 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &q[0]);
  if (MPI_Waitall(1, q, MPI_STATUS_IGNORE)) exit(1);
  int n = head[0];
  for (int i = 1; i < n; ++i) v[i] = 2 * x[i - 1] + 3;
}
// CHECK-LABEL: @sweep
// CHECK: call ptr @bamboo_split_begin(
// CHECK: call void @bamboo_split_kept(
