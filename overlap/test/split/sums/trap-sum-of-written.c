// SPDX-License-Identifier: Apache-2.0
// What a sum reads is not there any more, or not yet, when the nest has run: read through an index; written several
// times; stored by some iterations only; a sum without anything to store.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double indirect(double *u, double *v, const int *index, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-of-written.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+3]]: its result is used behind it, and is computed from memory that the nest may write
  for (int i = 1; i <= n; ++i) {
    v[i] = 2 * u[i - 1];
    sum += v[index[i]];
  }
  return sum;
}

double written_again(double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-of-written.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+3]]: its result is used behind it, and is computed from memory that the nest may write
  for (int i = 1; i <= n; ++i)
    for (int j = 0; j < n; ++j) {
      v[i] = u[i - 1 + j] * 3;
      sum += v[i];
    }
  return sum;
}

double nothing_stored(double *u, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-of-written.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its result is used behind it, so its order counts
  for (int i = 1; i <= n; ++i) sum += u[i - 1];
  return sum;
}

double sums_so_far(double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-of-written.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its number of iterations, or a variable that changes in it, is not linear
  for (int i = 1; i <= n; ++i) {
    sum += u[i];
    v[i] = sum;
  }
  return sum;
}
// CHECK-NOT: bamboo_split
