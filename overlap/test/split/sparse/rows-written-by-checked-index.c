// SPDX-License-Identifier: Apache-2.0
// What the row writes may be the index by which it decides.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void decide(const int *kind, const int *place, double *x, double *y, int n, int kinds, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: rows-written-by-checked-index.c:[[@LINE+2]]:3: remark: a loop behind receives stays whole: line [[@LINE+2]]: which memory is touched depends on what is read here, and the nest may write that
  // CHECK-NOT: was split
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < kinds; ++j)
      if (kind[place[i]] == j) y[place[i]] = x[place[i]];
}
