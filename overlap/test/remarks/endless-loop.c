// SPDX-License-Identifier: Apache-2.0
// A loop that may not end stops.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, const int *restrict flags) {
  // CHECK: remark: MPI_Recv {{.*}} a loop that may not end
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int i = 0;
  while (1)
    if (flags[i = (i * 7 + 3) % 1001] == 5) break;
}
