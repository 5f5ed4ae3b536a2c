// SPDX-License-Identifier: Apache-2.0
// MPI_Neighbor_alltoallw of MPICH becomes MPI_Ineighbor_alltoallw with the same arguments and a request, and the store runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always -Rpass-missed=bamboo %s 2>&1 | FileCheck --check-prefix=OPENMPI %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,MPICH %s
#include <mpi.h>

void f(const double *restrict sent, const int *restrict counts, const MPI_Aint *restrict places,
       const MPI_Datatype *restrict types, double *restrict received, const int *restrict counts2,
       const MPI_Aint *restrict places2, const MPI_Datatype *restrict types2, double *restrict
       other) {
  MPI_Neighbor_alltoallw(sent, counts, places, types, received, counts2, places2, types2,
                         MPI_COMM_WORLD);
  *other = 1.0;
}

// Open MPI 4.1 gives other results: it stays blocking there.
// OPENMPI: remark: MPI_Neighbor_alltoallw is left alone: Open MPI's nonblocking form orders the blocks of a neighbour on both sides differently
// OPENMPI: call i32 @MPI_Neighbor_alltoallw(
// MPICH: call i32 @MPI_Ineighbor_alltoallw(ptr {{[^,%@]*}}%sent, ptr {{[^,%@]*}}%counts, ptr {{[^,%@]*}}%places, ptr {{[^,%@]*}}%types, ptr {{[^,%@]*}}%received, ptr {{[^,%@]*}}%counts2, ptr {{[^,%@]*}}%places2, ptr {{[^,%@]*}}%types2, i32 {{[a-z ]*}}1140850688, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// CHECK-NEXT: store double {{.*}}, ptr %other
// MPICH-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}inttoptr (i64 1 to ptr))
// CHECK-NEXT: ret void
