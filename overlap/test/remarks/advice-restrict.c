// SPDX-License-Identifier: Apache-2.0
// Where two pointers may be the same, restrict is what helps.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *buffer, double *other) {
  // CHECK: remark: MPI_Send stays blocking{{.*}} may touch the send buffer; if they are different memory, say so with 'restrict'; else compute with other data first
  MPI_Send(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 1000; ++i) other[i] = i;
}
