// SPDX-License-Identifier: Apache-2.0
// MPI_Alltoallw of Open MPI becomes MPI_Ialltoallw with the same arguments and a request, and the store runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always -mllvm -bamboo-overlap-library %s | FileCheck %s
// RUN: %overlap_c -mllvm -bamboo-overlap=always -Rpass-missed=bamboo %s 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always -mllvm -bamboo-overlap-library -Rpass-missed=bamboo %s 2>&1 | FileCheck --check-prefix=MPICH %s
#include <mpi.h>

void f(const double *restrict sent, const int *restrict counts, const int *restrict places, const
       MPI_Datatype *restrict types, double *restrict received, const int *restrict counts2, const
       int *restrict places2, const MPI_Datatype *restrict types2, double *restrict other) {
  MPI_Alltoallw(sent, counts, places, types, received, counts2, places2, types2, MPI_COMM_WORLD);
  *other = 1.0;
}

// PLAIN: remark: MPI_Alltoallw is left alone: Open MPI's nonblocking form hangs where one side of a block has no elements and the other elements of a type without data; libbamboo-overlap mends it (-bamboo-overlap-library)
// PLAIN: call i32 @MPI_Alltoallw(
// MPICH 4.0.2 loses data in place.
// MPICH: remark: MPI_Alltoallw is left alone: MPICH's nonblocking form loses data beside blocks of a type without data
// MPICH: call i32 @MPI_Alltoallw(
// CHECK: call i32 @bamboo.MPI_Ialltoallw(ptr {{[^,%@]*}}%sent, ptr {{[^,%@]*}}%counts, ptr {{[^,%@]*}}%places, ptr {{[^,%@]*}}%types, ptr {{[^,%@]*}}%received, ptr {{[^,%@]*}}%counts2, ptr {{[^,%@]*}}%places2, ptr {{[^,%@]*}}%types2, ptr {{[^,%@]*}}@ompi_mpi_comm_world, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]], i32 {{[02]}}, ptr {{.*}}@bamboo.trial)
// CHECK-NEXT: store double {{.*}}, ptr %other
// CHECK-NEXT: call void @bamboo_window_ends(
// CHECK-NEXT: call i32 @bamboo.MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}null)
// CHECK-NEXT: ret void
