// SPDX-License-Identifier: Apache-2.0
// A persistent receive of a known number of elements, which another function gets ready.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Recv_init(void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);
int MPI_Start(MPI_Request *);
int MPI_Wait(MPI_Request *, MPI_Status *);

static double u[4096], v[4096];
static MPI_Request request;

__attribute__((noinline)) void get_ready(int left) {
  MPI_Recv_init(u, 16, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &request);
}

void sweep(void) {
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 1; i < 4000; ++i) v[i] = u[i - 1] + u[i + 1];
}

double *results(void) { return v; }
// CHECK-LABEL: @sweep
// CHECK: call i32 @MPI_Start
// CHECK: call void @bamboo_split_touch(ptr {{.*}}, i32 0, i64 ptrtoint (ptr @u to i64), i64 128, i32 1)
// CHECK: call i32 @bamboo_split_core
// CHECK: call i32 @MPI_Wait
