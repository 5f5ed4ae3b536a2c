// SPDX-License-Identifier: Apache-2.0
// A half stops where the receive buffer may be touched; the remark gives the line and advice.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double* buffer, double* other) {
  // CHECK: remark: MPI_Recv stays blocking: a window of 0 cycles is not worth a request{{.*}}; the completion goes no further down than line [[@LINE+2]]: a {{'[a-z]+'}} may touch the receive buffer
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
