// SPDX-License-Identifier: Apache-2.0
// A row calls what cannot be seen; a row begins where the one before it says; all rows add to one sum.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void unknown(double *);

void calls(int n, const int *begin, const int *column, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sparse-calls.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+4]]: its body is not visible, so it may call MPI
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += x[column[j]];
    unknown(&y[i]);
    y[i] = sum;
  }
}

void bounds(int n, int *begin, const int *column, double *x, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sparse-calls.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its number of iterations, or a variable that changes in it, is not linear
  for (int i = 0, from = begin[0]; i < n; ++i) {
    for (int j = from; j < begin[i + 1]; ++j) x[i] += x[column[j]];
    from = begin[i + 1] + 1;
  }
}

double sums(int n, const int *begin, const int *column, double *x, int left) {
  double sum = 0;
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sparse-calls.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its result is used behind it, so its order counts
  for (int i = 0; i < n; ++i)
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += x[column[j]];
  return sum;
}
// CHECK-NOT: bamboo_split
