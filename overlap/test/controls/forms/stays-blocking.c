// SPDX-License-Identifier: Apache-2.0
// Calls that plans may serve stay blocking, and no half passes them; others become nonblocking.
// RUN: %overlap_c -mllvm -bamboo-plans-controls %s | FileCheck %s
#include <mpi.h>

// CHECK-LABEL: @once(
// CHECK: call i32 @MPI_Alltoallv(
// CHECK: call i32 @MPI_Ibcast(
void once(double* sent, double* received, const int* counts, const int* places) {
  MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE,
                MPI_COMM_WORLD);
  MPI_Bcast(sent, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

// CHECK-LABEL: @often(
// CHECK: call i32 @Bamboo_Alltoallv_controlled(
// CHECK: call i32 @MPI_Ibcast(
void often(double* sent, double* received, const int* counts, const int* places, int n) {
  for (int i = 0; i < n; ++i) {
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    sent[0] = i;
    MPI_Bcast(sent, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  }
}
