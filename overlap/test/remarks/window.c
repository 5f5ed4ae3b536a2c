// SPDX-License-Identifier: Apache-2.0
// A converted call says what became of it, how many statements its window has and how long it may last.
// RUN: %remarks_c -mllvm -bamboo-overlap=always %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other) {
  // CHECK: window.c:[[@LINE+1]]:{{[0-9]+}}: remark: MPI_Recv became MPI_Irecv with a window of 1 statements (0 loops or branches), about {{[1-9]}} cycles
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = 1.0;
}
