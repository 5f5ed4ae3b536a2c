// SPDX-License-Identifier: Apache-2.0
// The paper's Fig. 1: what opens the group of MPI_Scatterv stands in front of the loop, once, and the loop moves data alone.
// What is open goes with the communicator, so nothing has to close it.
// RUN: %plans_c %s | FileCheck --check-prefixes=CHECK,OPENMPI %s
// RUN: %plans_mpich_c %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

// CHECK-LABEL: @steps(
// CHECK: %[[CONTROL:[a-z.0-9]+]] = alloca i64
// CHECK: store i64 0, ptr %[[CONTROL]]
// CHECK-NEXT: br label %[[LOOP:[a-z.0-9]+]]
// CHECK: [[LOOP]]:
// CHECK-NOT: store i64 0
// CHECK-NOT: @MPI_Scatterv
// OPENMPI: call i32 @Bamboo_Scatterv_controlled(ptr {{[^,]*}}%sent, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, ptr {{[^,]*}}@ompi_mpi_double, ptr {{[^,]*}}%received, i32 {{[^,]*}}%count, ptr {{[^,]*}}@ompi_mpi_double, i32 {{[^,]*}}0, ptr {{[^,]*}}@ompi_mpi_comm_world, ptr {{[^,]*}}%[[CONTROL]])
// MPICH: call i32 @Bamboo_Scatterv_controlled(ptr {{[^,]*}}%sent, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, i32 {{[a-z ]*}}1275070475, ptr {{[^,]*}}%received, i32 {{[^,]*}}%count, i32 {{[a-z ]*}}1275070475, i32 {{[^,]*}}0, i32 {{[a-z ]*}}1140850688, ptr {{[^,]*}}%[[CONTROL]])
// CHECK: br i1 %{{[^,]*}}, label %{{[^,]*}}, label %[[LOOP]]
// CHECK-NOT: store i64 0
void steps(const double *sent, double *received, const int *counts, const int *places, int count) {
  for (int i = 0; i < 1000; ++i)
    MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
