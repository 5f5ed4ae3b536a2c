// SPDX-License-Identifier: Apache-2.0
// An index of another type than what is written decides which way a row takes.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void decide(const int *kind, const int *place, double *x, double *y, int n, int kinds, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // CHECK: rows-written-by-way.c:[[@LINE+1]]:3: remark: a nest of 2 loops was split: {{.*}}, each row by what it reads
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < kinds; ++j)
      if (kind[place[i]] == j) y[place[i]] = x[place[i]];
}
