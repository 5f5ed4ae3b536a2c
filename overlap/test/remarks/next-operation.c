// SPDX-License-Identifier: Apache-2.0
// The next MPI call stops, and computing in between is what helps.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict buffer) {
  // CHECK: remark: MPI_Send stays blocking{{.*}} the completion goes no further down than line [[@LINE+2]]: the call of 'MPI_Finalize': it calls MPI; place computation between the two calls
  MPI_Send(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  MPI_Finalize();
}
