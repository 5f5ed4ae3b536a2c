// SPDX-License-Identifier: Apache-2.0
// Mathematical functions have vector forms that round otherwise, and the vectorisation of a loop depends on its other
// statements. So no sum leaves a loop that calls one, even if only stored values come from it.
// RUN: %split_c -fno-math-errno %s | FileCheck %s
// RUN: %split_c -fno-math-errno -fveclib=libmvec %s | FileCheck %s
// RUN: %split_remarks_c -fno-math-errno %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <math.h>
#include <mpi.h>

double of_stored(double* u, double* v, int n, int left) {
  double sum = 1;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-of-functions.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+2]]: its result is used behind it, and -ffast-math, fused operations or a called function may give other bits where it is computed again
  for (int i = 1; i <= n; ++i) {
    v[i] = exp(u[i - 1]);
    sum = sum * 0.5 + v[i];
  }
  return sum;
}

double beside_stored(const double* restrict weight, double* u, double* v, int n, int left) {
  double sum = 1;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) {
    v[i] = 2 * u[i - 1];
    sum = sum * 0.5 + sin(weight[i]);
  }
  return sum;
}

float of_floats(const float* restrict weight, float* u, float* v, int n, int left) {
  float sum = 1;
  MPI_Recv(u, 1, MPI_FLOAT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) {
    v[i] = powf(u[i - 1], 1.5f);
    sum = sum * 0.5f + weight[i];
  }
  return sum;
}

// A function of the program may call such a one, or have a form for vectors itself.
__attribute__((noinline, const)) static double squared(double x) {
  return x * x;
}
double of_program(double* u, double* v, int n, int left) {
  double sum = 1;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) {
    v[i] = squared(u[i - 1]);
    sum = sum * 0.5 + v[i];
  }
  return sum;
}
// CHECK-NOT: bamboo_split

// Functions whose bits IEEE 754 determines are allowed.
double exact(double* u, double* v, int n, int left) {
  double sum = 1;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i <= n; ++i) {
    v[i] = sqrt(fabs(u[i - 1])) + floor(u[i]) + copysign(2.5, u[i - 1]) + fmax(u[i], 0.5);
    sum = sum * 0.5 + v[i];
  }
  return sum;
}
// CHECK: define {{.*}}@exact(
// CHECK: bamboo_split_results
