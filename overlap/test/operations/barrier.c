// SPDX-License-Identifier: Apache-2.0
// MPI_Barrier becomes MPI_Ibarrier; what the process does to variables of its own runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,OPENMPI %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

static double other;

double f(double value) {
  MPI_Barrier(MPI_COMM_WORLD);
  other += value;
  return other;
}

// OPENMPI: call i32 @MPI_Ibarrier(ptr {{[^,%@]*}}@ompi_mpi_comm_world, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// MPICH: call i32 @MPI_Ibarrier(i32 {{[a-z ]*}}1140850688, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// CHECK: store double {{.*}}, ptr @other
// CHECK-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]],
