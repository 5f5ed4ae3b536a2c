// SPDX-License-Identifier: Apache-2.0
// Requests that were copied, and MPI_Waitall with as many as an argument says: the library knows a message by its request's
// value.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void other(void);

void sweep(double *u, double *v, int n, int left, int count, MPI_Request *all, MPI_Status *statuses) {
  MPI_Request own;
  MPI_Irecv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &own);
  all[0] = own;
  if (MPI_Waitall(count, all, statuses) != 0) other();
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-LABEL: @sweep
// CHECK: call void @bamboo_split_posted(
// CHECK: call void @bamboo_split_completes(ptr {{[^%]*}}%{{[0-9]+}}, i32 0, ptr {{[^%]*}}%{{[0-9]+}}, ptr {{[^%]*}}%5, i32 {{[^%]*}}%4, ptr {{[^%]*}}%6)
