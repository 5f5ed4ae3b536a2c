// SPDX-License-Identifier: Apache-2.0
// A row may write what other rows are read with: an index, the end of a row, or a row's address.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void write_list(const int *list, const int *x, int *y, int n, int columns, int left, double *in) {
  MPI_Recv(in, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: trap-row-writes-index.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}} which memory is touched depends on what is read here, and the nest may write that
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < columns; ++j) y[list[i] + j] += x[i] + in[j];
}

void write_ends(int *begin, const long *next, double *const *y, const double *x, int n, int left, double *in) {
  MPI_Recv(in, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: trap-row-writes-index.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}} which memory is touched depends on what is read here, and the nest may write that
  for (int i = 0; i < n; ++i) {
    for (int j = begin[i]; j < begin[i + 1]; ++j) y[i][j] += x[i] + in[j];
    begin[next[i]] = i;
  }
}

void write_table(double ***to, double **from, int n, int columns, int left, double *in) {
  MPI_Recv(in, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: trap-row-writes-index.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: {{.*}} which memory is touched depends on what is read here, and the nest may write that
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < columns; ++j) to[i][j] = from[i] + (in[j] > 0);
}
// CHECK-NOT: was split
