// SPDX-License-Identifier: Apache-2.0
// The address that an iteration writes is not linear in its number.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void scatter(const double* a, const int* columns, double* x, double* y, int n, int left) {
  MPI_Recv(x, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-indirect.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+1]]: its address is no linear function of the loops' iterations
  for (int i = 0; i < n; ++i) y[columns[i]] = a[i] * x[i];
}
// CHECK-NOT: bamboo_split
