// SPDX-License-Identifier: Apache-2.0
// A nest behind a question about what was received is split: the core runs before the message is there.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Get_count(const MPI_Status *, MPI_Datatype, int *);

void sweep(double *restrict u, double *restrict v, int nx, int ny, int left, int *restrict got) {
  MPI_Status status;
  MPI_Recv(u, ny, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, got);
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++) v[i * (ny + 2) + j] = u[(i - 1) * (ny + 2) + j] + u[i * (ny + 2) + j + 1];
}
// CHECK: call i32 @MPI_Irecv
// CHECK: call i32 @bamboo_split_core(
// CHECK: call i32 @MPI_Wait
// CHECK: call i32 @MPI_Get_count
// CHECK: call i32 @bamboo_split_rest(
