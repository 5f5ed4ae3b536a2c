// SPDX-License-Identifier: Apache-2.0
// The program's own messages of derived types; the type is read from memory that no statement writes in between.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Isend(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Waitall(int, MPI_Request *, MPI_Status *);
static MPI_Datatype column;
void set(MPI_Datatype type) { column = type; }

void sweep(double *u, double *v, int n, int m, int left, int right) {
  MPI_Request requests[2];
  MPI_Irecv(u, 1, column, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(u + 1, 1, column, right, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < m; ++j) v[i * m + j] = u[i * m + j - 1];
}
// CHECK: define {{.*}}@sweep(
// CHECK-DAG: call void @bamboo_split_message({{.*}}, i32 1, ptr
// CHECK-DAG: call void @bamboo_split_message({{.*}}, i32 0, ptr
// CHECK: call i32 @bamboo_split_core(
// CHECK: call i32 @MPI_Waitall
