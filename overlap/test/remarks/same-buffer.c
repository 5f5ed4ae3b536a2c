// SPDX-License-Identifier: Apache-2.0
// The remark says why the second of two receives does not start before the first one is complete.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void exchange(double *rows, int n, int peer) {
  // CHECK: same-buffer.c:[[@LINE+1]]:3: remark: MPI_Recv stays blocking{{.*}} the completion goes no further down than line [[@LINE+2]]: the call of 'MPI_Irecv': its buffer may be the same memory
  MPI_Recv(rows, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Recv(rows + n, n, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
