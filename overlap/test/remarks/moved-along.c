// SPDX-License-Identifier: Apache-2.0
// Statements that moved along are counted.
// RUN: %remarks_c -mllvm -bamboo-overlap=always %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other, double *restrict third) {
  // CHECK: remark: MPI_Recv became MPI_Irecv with a window of 1 statements (0 loops or branches), about {{[0-9]+}} cycles, from line [[@LINE+3]] to line [[@LINE+3]]; 2 statements moved along; the first statement that has to stay behind the completion is at line [[@LINE+2]]: a 'load' may touch the receive buffer
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = *buffer;
  *third = 1.0;
}
