// SPDX-License-Identifier: Apache-2.0
// Without -g the remark has its lines all the same.
// RUN: %remarks_c -g0 -mllvm -bamboo-overlap=always %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other) {
  // CHECK: remark: {{.*}}MPI_Recv became MPI_Irecv with a window{{.*}}; the completion goes no further down than line [[@LINE+3]]: the control structure ends here
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = 1.0;
}
