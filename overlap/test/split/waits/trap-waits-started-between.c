// SPDX-License-Identifier: Apache-2.0
// A receive starts in front of a wait whose requests are not seen, behind a wait that is: the core runs in front of the
// last wait only, where the program knows what is pending.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

void sweep(double *u, double *v, int n, int left, MPI_Request *all) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Irecv(u + 1, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &all[0]);
  MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  for (int i = 2; i <= n; ++i) v[i] = u[i - 2];
}
// CHECK-LABEL: @sweep
// CHECK: call i32 @MPI_Irecv(
// CHECK: call void @bamboo_split_posted(
// CHECK: call ptr @bamboo_split_begin(
