// SPDX-License-Identifier: Apache-2.0
// MPI_Gatherv becomes MPI_Igatherv with the same arguments and a request, and the store runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,OPENMPI %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

void f(const double *restrict sent, double *restrict received, const int *restrict counts, const
       int *restrict places, double *restrict other) {
  MPI_Gatherv(sent, 3, MPI_DOUBLE, received, counts, places, MPI_BYTE, 2, MPI_COMM_WORLD);
  *other = 1.0;
}

// OPENMPI: call i32 @MPI_Igatherv(ptr {{[^,%@]*}}%sent, i32 {{[a-z ]*}}3, ptr {{[^,%@]*}}@ompi_mpi_double, ptr {{[^,%@]*}}%received, ptr {{[^,%@]*}}%counts, ptr {{[^,%@]*}}%places, ptr {{[^,%@]*}}@ompi_mpi_byte, i32 {{[a-z ]*}}2, ptr {{[^,%@]*}}@ompi_mpi_comm_world, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// MPICH: call i32 @MPI_Igatherv(ptr {{[^,%@]*}}%sent, i32 {{[a-z ]*}}3, i32 {{[a-z ]*}}1275070475, ptr {{[^,%@]*}}%received, ptr {{[^,%@]*}}%counts, ptr {{[^,%@]*}}%places, i32 {{[a-z ]*}}1275068685, i32 {{[a-z ]*}}2, i32 {{[a-z ]*}}1140850688, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// CHECK-NEXT: store double {{.*}}, ptr %other
// OPENMPI-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}null)
// MPICH-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}inttoptr (i64 1 to ptr))
// CHECK-NEXT: ret void
