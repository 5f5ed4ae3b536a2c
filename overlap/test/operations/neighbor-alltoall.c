// SPDX-License-Identifier: Apache-2.0
// MPI_Neighbor_alltoall of MPICH becomes MPI_Ineighbor_alltoall with the same arguments and a request, and the store runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always -Rpass-missed=bamboo %s 2>&1 | FileCheck --check-prefix=OPENMPI %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

void f(const double *restrict sent, double *restrict received, double *restrict other) {
  MPI_Neighbor_alltoall(sent, 3, MPI_DOUBLE, received, 5, MPI_BYTE, MPI_COMM_WORLD);
  *other = 1.0;
}

// Open MPI 4.1 gives other results: it stays blocking there.
// OPENMPI: remark: MPI_Neighbor_alltoall is left alone: Open MPI's nonblocking form orders the blocks of a neighbour on both sides differently
// OPENMPI: call i32 @MPI_Neighbor_alltoall(
// MPICH: call i32 @MPI_Ineighbor_alltoall(ptr {{[^,%@]*}}%sent, i32 {{[a-z ]*}}3, i32 {{[a-z ]*}}1275070475, ptr {{[^,%@]*}}%received, i32 {{[a-z ]*}}5, i32 {{[a-z ]*}}1275068685, i32 {{[a-z ]*}}1140850688, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// CHECK-NEXT: store double {{.*}}, ptr %other
// MPICH-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}inttoptr (i64 1 to ptr))
// CHECK-NEXT: ret void
