// SPDX-License-Identifier: Apache-2.0
// Loops count as one statement each; a loop of 1000 rounds lasts longer than 1000 cycles.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other) {
  // CHECK: remark: MPI_Recv became MPI_Irecv with a window of {{[0-9]+}} statements (1 loops or branches), about {{[0-9][0-9][0-9][0-9]+}} cycles
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
