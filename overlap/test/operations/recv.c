// SPDX-License-Identifier: Apache-2.0
// MPI_Recv becomes MPI_Irecv with the same arguments and a request, and the store runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,OPENMPI %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

void f(double *restrict received, double *restrict other) {
  MPI_Recv(received, 3, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *other = 1.0;
}

// OPENMPI: call i32 @MPI_Irecv(ptr {{[^,%@]*}}%received, i32 {{[a-z ]*}}3, ptr {{[^,%@]*}}@ompi_mpi_double, i32 {{[a-z ]*}}1, i32 {{[a-z ]*}}7, ptr {{[^,%@]*}}@ompi_mpi_comm_world, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// MPICH: call i32 @MPI_Irecv(ptr {{[^,%@]*}}%received, i32 {{[a-z ]*}}3, i32 {{[a-z ]*}}1275070475, i32 {{[a-z ]*}}1, i32 {{[a-z ]*}}7, i32 {{[a-z ]*}}1140850688, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// CHECK-NEXT: store double {{.*}}, ptr %other
// OPENMPI-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}null)
// MPICH-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}inttoptr (i64 1 to ptr))
// CHECK-NEXT: ret void
