// SPDX-License-Identifier: Apache-2.0
// Where a product and a sum may become one operation, or sums any order, bits depend on the neighbouring code.
// RUN: %split_c -ffast-math %s | FileCheck %s
// RUN: %split_c -ffp-contract=fast -mfma %s | FileCheck %s
// RUN: %split_c -ffp-contract=fast %s | FileCheck --check-prefix=PLAIN %s
// RUN: %split_c -mfma %s | FileCheck --check-prefix=PLAIN %s
// RUN: %split_remarks_c -ffast-math %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

double sweep(double *u, double *v, int n, int left) {
  double sum = 0;
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  // REMARK: trap-sum-rounded.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE+3]]: its result is used behind it, and -ffast-math, fused operations or a called function may give other bits where it is computed again
  for (int i = 1; i <= n; ++i) {
    v[i] = 2 * u[i - 1];
    sum += v[i] * v[i];
  }
  return sum;
}
// CHECK-NOT: bamboo_split
// PLAIN: bamboo_split_results
