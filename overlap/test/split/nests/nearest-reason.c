// SPDX-License-Identifier: Apache-2.0
// Several statements prevent the split. The remark names the one that the nearest receive cannot pass.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void unknown(void);
void sweep(double* restrict u, double* restrict v, int n, int left, int right) {
  MPI_Recv(u + n + 1, 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  unknown();
  // CHECK: nearest-reason.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-1]]: its body is not visible, so it may call MPI
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1] + u[i + 1];
}
