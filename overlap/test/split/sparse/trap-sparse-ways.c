// SPDX-License-Identifier: Apache-2.0
// What is read through an index may be written by a message until it is complete: neither the way of a row nor the
// place of another index may depend on it.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void ways(int n, const int *begin, const int *column, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sparse-ways.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+4]]: which way it takes depends on what is read through an index
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j)
      if (column[j] >= 0) sum += x[column[j]] / sum;
    y[i] = sum;
  }
}

void indices(int n, const int *begin, const int *column, const int *place, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sparse-ways.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+3]]: its address depends on an index that is read through an index
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = begin[i]; j < begin[i + 1]; ++j) sum += x[place[column[j]]];
    y[i] = sum;
  }
}

void period(int n, const int *where, const int *period, double *x, double *y, int left) {
  MPI_Recv(x + n, 100, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sparse-ways.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its address is computed from an index by a division or a call
  for (int i = 0; i < n; ++i) y[i] = x[i % period[where[i]]];
}
// CHECK-NOT: bamboo_split
