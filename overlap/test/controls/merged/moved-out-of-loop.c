// SPDX-License-Identifier: Apache-2.0
// The mark that nothing is planned precedes the loop, and the call gets its address (the paper's Fig. 1).
// RUN: %plans_c %s | FileCheck --check-prefixes=CHECK,OPENMPI %s
// RUN: %plans_mpich_c %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

// CHECK-LABEL: @steps(
// CHECK: %[[CONTROL:[a-z.0-9]+]] = alloca i64
// CHECK: store i64 0, ptr %[[CONTROL]]
// CHECK-NOT: store i64 0
// OPENMPI: call i32 @Bamboo_Alltoallv_controlled(ptr {{[^,]*}}%sent, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, ptr {{[^,]*}}@ompi_mpi_double, ptr {{[^,]*}}%received, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, ptr {{[^,]*}}@ompi_mpi_double, ptr {{[^,]*}}@ompi_mpi_comm_world, ptr {{[^,]*}}%[[CONTROL]])
// MPICH: call i32 @Bamboo_Alltoallv_controlled(ptr {{[^,]*}}%sent, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, i32 {{[a-z ]*}}1275070475, ptr {{[^,]*}}%received, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, i32 {{[a-z ]*}}1275070475, i32 {{[a-z ]*}}1140850688, ptr {{[^,]*}}%[[CONTROL]])
// CHECK-NOT: store i64 0
void steps(double *sent, double *received, const int *counts, const int *places, int n) {
  for (int i = 0; i < n; ++i) {
    sent[0] = i;
    MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  }
}
