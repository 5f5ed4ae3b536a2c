// SPDX-License-Identifier: Apache-2.0
// Each axis sends what the one before has received. The core passes all of them. What they pack is compared with what
// the nest writes, what they unpack with all that it touches: a row of cells at once.
// RUN: %split_c %s | FileCheck %s
#include <mpi.h>

int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Isend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Waitall(int, MPI_Request[], MPI_Status*);

void step(double* u, double* v, double* restrict out, double* restrict in, int n,
          const int* restrict up, const int* restrict down) {
  MPI_Request request[2];
  MPI_Irecv(in, n, MPI_DOUBLE, up[0], 0, MPI_COMM_WORLD, &request[0]);
  for (int i = 0; i < n; ++i) out[i] = u[i];
  MPI_Isend(out, n, MPI_DOUBLE, down[0], 0, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) u[(n - 1) * n + i] = in[i];
  MPI_Irecv(in, n, MPI_DOUBLE, up[1], 0, MPI_COMM_WORLD, &request[0]);
  for (int i = 0; i < n; ++i) out[i] = u[i * n + 1];
  MPI_Isend(out, n, MPI_DOUBLE, down[1], 0, MPI_COMM_WORLD, &request[1]);
  MPI_Waitall(2, request, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) u[i * n] = in[i];
  for (int i = 0; i + 1 < n; ++i)
    for (int j = 0; j + 1 < n; ++j) v[i * n + j] = u[i * n + j] + u[(i + 1) * n + j + 1];
}
// CHECK-LABEL: define {{.*}}@step(
// CHECK: call void @bamboo_split_during(ptr %{{[0-9]+}}, i32 2, ptr
// CHECK-NEXT: call i32 @MPI_Waitall(
// CHECK: call void @bamboo_split_during(ptr %{{[0-9]+}}, i32 2, ptr
// CHECK-NEXT: call i32 @{{(bamboo[.])?}}MPI_Waitall(
// CHECK: call void @bamboo_split_offer(
// CHECK: call void @bamboo_split_touch({{.*}}, i32 1)
// CHECK: call void @bamboo_split_touch({{.*}}, i32 0)
// CHECK: call void @bamboo_split_touch_run({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i32 0)
// CHECK: call void @bamboo_split_touch_run({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 %{{[0-9]+}}, i32 1)
// CHECK: call i32 @bamboo_split_core(
