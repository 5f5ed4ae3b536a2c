// SPDX-License-Identifier: Apache-2.0
// A function without a body stops; its body, or another place, is what helps.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void unknown(void);
void work(double *restrict buffer) {
  // CHECK: remark: MPI_Recv stays blocking{{.*}} the completion goes no further down than line [[@LINE+2]]: the call of 'unknown': its body is not visible, so it may call MPI; define it in this file, or move that call in front of the operation
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  unknown();
}
