// SPDX-License-Identifier: Apache-2.0
// The paper's Fig. 1 as printed: the group of MPI_Scatterv is opened once in front of the loop, the loop only moves data,
// and the group is closed behind it. The compiled (a) has the statements of the written (b), in their order.
// RUN: %plans_c %s | FileCheck --check-prefixes=CHECK,OPENMPI %s
// RUN: %plans_mpich_c %s | FileCheck --check-prefixes=CHECK,MPICH %s
// RUN: %plans_c -fdiscard-value-names %s | %statements > %t.compiled
// RUN: %plans_c -fdiscard-value-names -DWRITTEN %s | %statements > %t.written
// RUN: grep -c Bamboo_ %t.written | grep 2
// RUN: diff %t.compiled %t.written
#include <mpi.h>
#include <stdint.h>

int Bamboo_Scatterv_controlled(const void *, const int *, const int *, MPI_Datatype, void *, int, MPI_Datatype, int, MPI_Comm, uint64_t *);
int Bamboo_Control_close(uint64_t *);

// CHECK-LABEL: @steps(
// CHECK: %[[CONTROL:[a-z.0-9]+]] = alloca i64
// CHECK: store i64 0, ptr %[[CONTROL]]
// CHECK-NEXT: br label %[[LOOP:[a-z.0-9]+]]
// CHECK: [[BEHIND:[a-z.0-9]+]]:
// CHECK-NEXT: call i32 @Bamboo_Control_close(ptr {{[^,]*}}%[[CONTROL]])
// CHECK-NEXT: ret void
// CHECK: [[LOOP]]:
// CHECK-NOT: store i64 0
// CHECK-NOT: @MPI_Scatterv
// OPENMPI: call i32 @Bamboo_Scatterv_controlled(ptr {{[^,]*}}%sent, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, ptr {{[^,]*}}@ompi_mpi_double, ptr {{[^,]*}}%received, i32 {{[^,]*}}%count, ptr {{[^,]*}}@ompi_mpi_double, i32 {{[^,]*}}0, ptr {{[^,]*}}@ompi_mpi_comm_world, ptr {{[^,]*}}%[[CONTROL]])
// MPICH: call i32 @Bamboo_Scatterv_controlled(ptr {{[^,]*}}%sent, ptr {{[^,]*}}%counts, ptr {{[^,]*}}%places, i32 {{[a-z ]*}}1275070475, ptr {{[^,]*}}%received, i32 {{[^,]*}}%count, i32 {{[a-z ]*}}1275070475, i32 {{[^,]*}}0, i32 {{[a-z ]*}}1140850688, ptr {{[^,]*}}%[[CONTROL]])
// CHECK: br i1 %{{[^,]*}}, label %[[BEHIND]], label %[[LOOP]]
// CHECK-NOT: store i64 0
// CHECK-NOT: @Bamboo_Control_close(ptr {{[^)]*}}%
#ifndef WRITTEN
void steps(const double *sent, double *received, const int *counts, const int *places, int count) {
  for (int i = 0; i < 1000; ++i)
    MPI_Scatterv(sent, counts, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}
#else
void steps(const double *sent, double *received, const int *counts, const int *places, int count) {
  uint64_t control = 0;
  for (int i = 0; i < 1000; ++i)
    Bamboo_Scatterv_controlled(sent, counts, places, MPI_DOUBLE, received, count, MPI_DOUBLE, 0, MPI_COMM_WORLD, &control);
  Bamboo_Control_close(&control);
}
#endif
