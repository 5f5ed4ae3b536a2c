// SPDX-License-Identifier: Apache-2.0
// An exchange with a short window is a blocking call again.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

int work(double *restrict sent, double *restrict received, double *restrict other) {
  int error = MPI_Sendrecv(sent, 4, MPI_DOUBLE, 1, 0, received, 4, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = 1.0;
  return error;
}
// CHECK-NOT: {{[@%]}}bamboo.
// CHECK: %[[ERROR:.*]] = {{.*}}call i32 @MPI_Sendrecv(
// CHECK-NOT: {{[@%]}}bamboo.
// CHECK: ret i32 %[[ERROR]]
