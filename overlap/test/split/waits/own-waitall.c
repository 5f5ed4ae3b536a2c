// SPDX-License-Identifier: Apache-2.0
// The program's own nonblocking receives: the core runs before the wait.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request[], MPI_Status *);

void sweep(double *u, double *v, int n, int m, int left, int right) {
  MPI_Request requests[2];
  MPI_Irecv(u, m, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(u + (n + 1) * m, m, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < m; ++j) v[i * m + j] = u[(i - 1) * m + j] + u[(i + 1) * m + j];
}
// CHECK: call i32 @MPI_Irecv
// CHECK: call i32 @MPI_Irecv
// CHECK: call i32 @bamboo_split_core
// CHECK: call i32 @MPI_Waitall
// CHECK: call i32 @bamboo_split_rest
// CHECK: fadd
