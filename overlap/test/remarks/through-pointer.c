// SPDX-License-Identifier: Apache-2.0
// A call through a pointer stops.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, void (*function)(void)) {
  // CHECK: remark: MPI_Recv stays blocking{{.*}} the completion goes no further down than line [[@LINE+2]]: a call through a pointer: its body is not visible, so it may call MPI
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  function();
}
