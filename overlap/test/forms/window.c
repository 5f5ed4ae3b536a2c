// SPDX-License-Identifier: Apache-2.0
// A window worth a request is what a process gains. Its initiation asks as all others do: elsewhere its counterpart may
// be another call, and a communicator may have been agreed on before this code was loaded.
// RUN: %overlap_c -mllvm -bamboo-overlap-library %s | FileCheck %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap-library %s | FileCheck %s --check-prefix=MPICH
#include <mpi.h>

// CHECK: @bamboo_overlap_has_collective_windows = weak_odr constant i32 1
// CHECK-LABEL: define {{.*}}@overlapped(
// CHECK: call {{.*}}i32 @bamboo.MPI_Iallreduce({{.*}}, ptr {{.*}}%[[REQUEST:[a-z.]+]], i32 3, ptr {{.*}}@[[TRIAL:bamboo.trial[.0-9]*]])
// CHECK: br i1
// CHECK: call void @bamboo_window_ends(ptr {{.*}}@[[TRIAL]], ptr {{.*}}%[[REQUEST]])
// CHECK-NEXT: call i32 @bamboo.MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr null)
void overlapped(double* restrict own, double* restrict sum, double* restrict other, int n) {
  MPI_Allreduce(own, sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < 100000; ++i) other[i] = other[i] * other[i] + i;
}

// CHECK-LABEL: define internal {{.*}}i32 @bamboo.MPI_Iallreduce(
// CHECK: call i32 @bamboo_overlap_form(ptr %5, i32 %7, ptr %8)
// CHECK-DAG: tail call i32 @MPI_Iallreduce(ptr %0, ptr %1, i32 %2, ptr %3, ptr %4, ptr %5, ptr {{.*}}%6)
// CHECK-DAG: store ptr @ompi_request_null, ptr %6
// CHECK-DAG: tail call i32 @MPI_Allreduce(ptr %0, ptr %1, i32 %2, ptr %3, ptr %4, ptr %5)
// MPICH: store i32 738197504, ptr %6
