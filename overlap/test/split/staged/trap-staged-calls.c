// SPDX-License-Identifier: Apache-2.0
// What a function does that is called through a pointer between the stages is unknown: nothing runs before the first
// stage ends.
// RUN: %split_c %s | FileCheck %s
// RUN: %split_remarks_c %s 2>&1 | FileCheck --check-prefix=REMARK %s
#include <mpi.h>

void step(double* u, double* v, int n, int left, void (*unpack)(double*)) {
  MPI_Recv(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  unpack(u);
  MPI_Send(u, 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  // REMARK: trap-staged-calls.c:[[@LINE+1]]:3: remark: a loop behind receives stays whole: line [[@LINE-2]]: its body is not visible
  for (int i = 1; i <= n; ++i) v[i] = u[i - 1];
}
// CHECK-NOT: bamboo_split_
