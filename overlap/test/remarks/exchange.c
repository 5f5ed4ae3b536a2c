// SPDX-License-Identifier: Apache-2.0
// An exchange has a remark for each of its operations.
// RUN: %remarks_c %s 2>&1 | FileCheck %s
#include <mpi.h>

void work(double *restrict sent, double *restrict received, double *restrict other) {
  // CHECK-DAG: [[@LINE+2]]:{{[0-9]+}}: remark: MPI_Sendrecv became MPI_Irecv with a window
  // CHECK-DAG: [[@LINE+1]]:{{[0-9]+}}: remark: MPI_Sendrecv became MPI_Isend with a window
  MPI_Sendrecv(sent, 4, MPI_DOUBLE, 1, 0, received, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 1000; ++i) other[i] = other[i] / 3.0;
}
