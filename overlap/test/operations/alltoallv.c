// SPDX-License-Identifier: Apache-2.0
// MPI_Alltoallv becomes MPI_Ialltoallv with the same arguments and a request, and the store runs in its window.
// RUN: %overlap_c -mllvm -bamboo-overlap=always -mllvm -bamboo-overlap-library %s | FileCheck --check-prefixes=CHECK,OPENMPI %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap=always %s | FileCheck --check-prefixes=CHECK,MPICH %s
// RUN: %overlap_c -mllvm -bamboo-overlap=always -Rpass-missed=bamboo %s 2>&1 | FileCheck --check-prefix=PLAIN %s
#include <mpi.h>

void f(const double *restrict sent, const int *restrict counts, const int *restrict places, double
       *restrict received, const int *restrict counts2, const int *restrict places2, double
       *restrict other) {
  MPI_Alltoallv(sent, counts, places, MPI_DOUBLE, received, counts2, places2, MPI_BYTE,
                MPI_COMM_WORLD);
  *other = 1.0;
}

// Open MPI 4.1 may hang: without the library it stays blocking there.
// PLAIN: remark: MPI_Alltoallv is left alone: Open MPI's nonblocking form hangs where one side of a block has no elements and the other elements of a type without data; libbamboo-overlap mends it (-bamboo-overlap-library)
// PLAIN: call i32 @MPI_Alltoallv(
// OPENMPI: call i32 @bamboo.MPI_Ialltoallv(ptr {{[^,%@]*}}%sent, ptr {{[^,%@]*}}%counts, ptr {{[^,%@]*}}%places, ptr {{[^,%@]*}}@ompi_mpi_double, ptr {{[^,%@]*}}%received, ptr {{[^,%@]*}}%counts2, ptr {{[^,%@]*}}%places2, ptr {{[^,%@]*}}@ompi_mpi_byte, ptr {{[^,%@]*}}@ompi_mpi_comm_world, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]], i32 2, ptr {{.*}}@bamboo.trial)
// MPICH: call i32 @MPI_Ialltoallv(ptr {{[^,%@]*}}%sent, ptr {{[^,%@]*}}%counts, ptr {{[^,%@]*}}%places, i32 {{[a-z ]*}}1275070475, ptr {{[^,%@]*}}%received, ptr {{[^,%@]*}}%counts2, ptr {{[^,%@]*}}%places2, i32 {{[a-z ]*}}1275068685, i32 {{[a-z ]*}}1140850688, ptr {{[^,%@]*}}%[[REQUEST:[a-z.0-9]+]])
// CHECK-NEXT: store double {{.*}}, ptr %other
// OPENMPI-NEXT: call void @bamboo_window_ends(
// OPENMPI-NEXT: call i32 @bamboo.MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}null)
// MPICH-NEXT: call i32 @MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}inttoptr (i64 1 to ptr))
// CHECK-NEXT: ret void
