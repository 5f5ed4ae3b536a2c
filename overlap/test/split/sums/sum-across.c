// SPDX-License-Identifier: Apache-2.0
// A sum over all iterations keeps its order: the parts of the nest leave it out, and it is computed again behind
// them from what the nest has stored. Where no core ran the nest is executed as it is.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double sweep(double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sum-across.c:[[@LINE+1]]:3: remark: a nest of 1 loops was split: {{.*}}; what is used behind it is computed again
  for (int i = 1; i <= n; ++i) {
    v[i] = 2 * u[i - 1];
    sum += v[i];
  }
  return sum;
}
// Kinds of accesses: 0 is a read, 2 a write, 3 a repeated read, 4 a repeated read of a value that the nest stores.
// CHECK: @bamboo.nest.sweep = {{.*}} [i64 2, i64 1, i64 3, i64 0]
// CHECK-SAME: [5 x i64] [i64 0, i64 0, i64 0, i64 1, i64 0], [5 x i64] [i64 2, i64 0, i64 0, i64 1, i64 0], [5 x i64] [i64 4, i64 0, i64 0, i64 1, i64 0] }
// CHECK: @bamboo.nest.weighted = {{.*}} [5 x i64] [i64 3, i64 0, i64 0, i64 1, i64 0] }
// CHECK: @bamboo.nest.restricted = {{.*}} [5 x i64] [i64 3, i64 0, i64 0, i64 1, i64 0] }
// CHECK: @bamboo.nest.all = {{.*}} [i64 2, i64 1, i64 3, i64 0]
// CHECK-SAME: [5 x i64] [i64 0, i64 0, i64 0, i64 1, i64 0], [5 x i64] [i64 0, i64 0, i64 0, i64 1, i64 0], [5 x i64] [i64 2, i64 0, i64 0, i64 1, i64 0] }
// CHECK-LABEL: @sweep
// CHECK: %[[PLAN:[0-9]+]] = call ptr @bamboo_split_begin(
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe(ptr {{[^%]*}}%[[PLAN]], ptr {{.*}}@bamboo.nest.sweep, i64 %{{[0-9]+}}{{(, i64 8, i64 %[0-9]+, i64 8){3}[)]}}
// The sum needs only values that the nest has stored, so u is not read again.
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[PLAN]])
// CHECK-NOT: fadd double
// CHECK: call i32 @MPI_Wait(
// CHECK: %[[REST_PLAN:[0-9]+]] = call ptr @bamboo_split_rest_plan(ptr {{[^%]*}}%[[PLAN]], i32 1)
// CHECK: call i32 @bamboo_split_rest(ptr %[[REST_PLAN]])
// CHECK-DAG: call i32 @bamboo_split_results(ptr %[[REST_PLAN]])
// CHECK-DAG: call void @bamboo_split_finish(ptr %[[REST_PLAN]])

// Memory that is read again but not stored is reported, too.
double weighted(double *weight, double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) {
    v[i] = u[i - 1];
    sum += weight[i];
  }
  return sum;
}
// CHECK-LABEL: @weighted
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8)

// That they are apart holds in each iteration, not from one to the next.
static inline double put(double *restrict to, const double *restrict weight, double value) {
  *to = value;
  return *weight;
}
double restricted(double *weight, double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) sum += put(v + i, weight + i, u[i - 1]);
  return sum;
}
// CHECK-LABEL: @restricted
// CHECK: call void (ptr, ptr, ...) @bamboo_split_describe({{.*}}, i64 8, i64 %{{[0-9]+}}, i64 8)

// Several results, of every kind, which the caller finds in memory. Memory that is certainly different is not reported.
struct summary {
  double least;
  int place;
  long count;
  unsigned mixed;
};
struct summary all(const double *restrict weight, double *u, double *v, unsigned *bits, int n, int left) {
  struct summary s = {1e300, -1, 0, 0};
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sum-across.c:[[@LINE+1]]:3: remark: a nest of 1 loops was split: {{.*}}; what is used behind it is computed again
  for (int i = 1; i <= n; ++i) {
    v[i] = u[i - 1] * weight[i];
    if (weight[i] < s.least) {
      s.least = weight[i];
      s.place = i;
    }
    s.count += weight[i] > 0;
    s.mixed = s.mixed * 3 + bits[i];
  }
  return s;
}
// CHECK-LABEL: @all
// CHECK: %[[ALL:[0-9]+]] = call ptr @bamboo_split_begin(
// CHECK: call i32 @bamboo_split_core(ptr {{[^%]*}}%[[ALL]])

// In rows, with one sum for each and one over all: the row's own sum is stored.
double rows(const double *restrict a, double *x, double *y, int n, int left) {
  double dot = 0;
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: sum-across.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}; what is used behind it is computed again
  for (int i = 1; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < 27; ++j) sum += a[i * 27 + j] * x[i - 1 + j % 3];
    y[i] = sum;
    dot += y[i] * y[i];
  }
  return dot;
}
