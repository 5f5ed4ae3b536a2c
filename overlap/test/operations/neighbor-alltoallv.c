// SPDX-License-Identifier: Apache-2.0
// MPI_Neighbor_alltoallv of MPICH becomes MPI_Ineighbor_alltoallv with the same arguments and a request, and the store runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always -Rpass-missed=bamboo %s 2>&1 | FileCheck --check-prefix=OPENMPI %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

void f(const double *restrict sent, const int *restrict counts, const int *restrict places, double
       *restrict received, const int *restrict counts2, const int *restrict places2, double
       *restrict other) {
  MPI_Neighbor_alltoallv(sent, counts, places, MPI_DOUBLE, received, counts2, places2, MPI_BYTE,
                         MPI_COMM_WORLD);
  *other = 1.0;
}

// Open MPI 4.1 gives other results: it stays blocking there.
// OPENMPI: remark: MPI_Neighbor_alltoallv is left alone: Open MPI's nonblocking form orders the blocks of a neighbour on both sides differently
// OPENMPI: call i32 @MPI_Neighbor_alltoallv(
// MPICH: call i32 @MPI_Ineighbor_alltoallv(ptr {{[^,%@]*}}%sent, ptr {{[^,%@]*}}%counts, ptr {{[^,%@]*}}%places, i32 {{[a-z ]*}}1275070475, ptr {{[^,%@]*}}%received, ptr {{[^,%@]*}}%counts2, ptr {{[^,%@]*}}%places2, i32 {{[a-z ]*}}1275068685, i32 {{[a-z ]*}}1140850688, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// CHECK-NEXT: store double {{.*}}, ptr %other
// MPICH-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}inttoptr (i64 1 to ptr))
// CHECK-NEXT: ret void
