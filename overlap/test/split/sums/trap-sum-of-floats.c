// SPDX-License-Identifier: Apache-2.0
// What the parts store may be rounded in several ways although its last operation may not: a conversion has one result,
// its operand has not. The sum itself adds whole numbers.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

static inline double product(double a, double b, double c) {
#pragma clang fp reassociate(on)
  return a * b * c;
}

long kept(double *u, int *v, int n, int left) {
  long sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-of-floats.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line {{[0-9]+}}: its result is used behind it, and -ffast-math, fused operations or a called function may give other bits where it is computed again
  for (int i = 1; i <= n; ++i) {
    v[i] = (int)product(u[i - 1], u[i], 0.1);
    sum += v[i];
  }
  return sum;
}

long beside(double *u, float *v, const int *counts, int n, int left) {
  long sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) {
    v[i] = (float)product(u[i - 1], u[i], 0.1);
    sum += counts[i];
  }
  return sum;
}
// CHECK-NOT: bamboo_split
