// SPDX-License-Identifier: Apache-2.0
// The requests, and the arrays of the matrix, are in an object and are loaded again and again.
// What is received must not change these addresses, which the program finds out. Behind a failed
// wait the program goes on.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

extern "C" {
int MPI_Irecv(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Wait(MPI_Request*, MPI_Status*);
}

struct Matrix {
  int n, neighbours;
  int *begin, *column, *peer;
  double *value, *out;
  MPI_Request* request;
};
void failed();

void multiply(Matrix& a, double* x, double* y) {
  for (int i = 0; i < a.neighbours; i++)
    MPI_Irecv(x + a.n + i * 10, 10, MPI_DOUBLE, a.peer[i], 99, MPI_COMM_WORLD, &a.request[i]);
  const int neighbours = a.neighbours;
  for (int i = 0; i < neighbours; i++)
    MPI_Send(a.out, 10, MPI_DOUBLE, a.peer[i], 99, MPI_COMM_WORLD);
  MPI_Status status;
  for (int i = 0; i < neighbours; i++)
    if (MPI_Wait(&a.request[i], &status) != 0) failed();
  const int n = a.n;
  const int *begin = a.begin, *column = a.column;
  const double* value = a.value;
  // REMARK: waits-in-loop-reloaded.cpp:[[@LINE+1]]:3: remark: a nest of 2 loops was split
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += value[j] * x[column[j]];
    y[i] = sum;
  }
}
// CHECK-LABEL: @_Z8multiply
// CHECK: %[[PLAN:[0-9]+]] = call ptr @bamboo_split_begin(
// The number of rows, and the three arrays.
// CHECK: call void @bamboo_split_kept(ptr {{[^%]*}}%[[PLAN]], i64 {{[^,]*}}, i64 4)
// CHECK: call void @bamboo_split_kept(ptr {{[^%]*}}%[[PLAN]], i64 {{[^,]*}}, i64 8)
// CHECK: call void @bamboo_split_kept(ptr {{[^%]*}}%[[PLAN]], i64 {{[^,]*}}, i64 8)
// CHECK: call void @bamboo_split_kept(ptr {{[^%]*}}%[[PLAN]], i64 {{[^,]*}}, i64 8)
// CHECK: call i32 @MPI_Wait(
// CHECK: call void @_Z6failedv(
// The address of the requests.
// CHECK: call void @bamboo_split_kept(ptr {{[^%]*}}%[[PLAN]], i64 {{[^,]*}}, i64 8)
// CHECK: call void @bamboo_split_completes(ptr {{[^%]*}}%[[PLAN]]
