// SPDX-License-Identifier: Apache-2.0
// A message with a short window is a blocking call again, with nothing left of its two halves.
// RUN: %overlap_c %s | FileCheck %s
#include <mpi.h>

int work(double *restrict buffer, double *restrict other) {
  int error = MPI_Recv(buffer, 4, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = 1.0;
  return error;
}
// CHECK-NOT: {{[@%]}}bamboo
// CHECK: %[[ERROR:.*]] = {{.*}}call i32 @MPI_Recv(ptr {{.*}}%buffer, i32 {{[a-z ]*}}4, ptr {{.*}}@ompi_mpi_double, i32 {{[a-z ]*}}0, i32 {{[a-z ]*}}0, ptr {{.*}}@ompi_mpi_comm_world, ptr {{.*}}null)
// CHECK-NOT: {{[@%]}}bamboo
// CHECK: ret i32 %[[ERROR]]
