// SPDX-License-Identifier: Apache-2.0
// The remark names the lines where the control structure of the call begins and ends.
// RUN: %remarks_c -mllvm -bamboo-overlap=always %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer, double *restrict other) {
  // CHECK: remark: MPI_Recv became MPI_Irecv with{{.*}}; the initiation goes no further up than line [[@LINE+1]]: the control structure begins here; the completion goes no further down than line [[@LINE+3]]: the control structure ends here
  MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = 1.0;
}
