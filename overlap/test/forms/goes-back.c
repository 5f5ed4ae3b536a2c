// SPDX-License-Identifier: Apache-2.0
// A call between two processes with a window asks whether it has gone back. The blocking call gets the status, and the
// completion then finds nothing to wait for. The receive of an exchange stays: its send comes behind it.
// RUN: %overlap_c -mllvm -bamboo-overlap-library %s | FileCheck %s
// RUN: %overlap_c %s | FileCheck %s --check-prefix=PLAIN
#include <mpi.h>

// CHECK-LABEL: define {{.*}}@receives(
// CHECK: call {{.*}}i32 @bamboo.MPI_Irecv({{.*}}, ptr {{.*}}%[[REQUEST:[a-z.]+]], ptr {{.*}}@[[TRIAL:bamboo.trial[.0-9]*]], ptr {{.*}}%[[STATUS:[a-z]+]])
// CHECK: call void @bamboo_window_ends(ptr {{.*}}@[[TRIAL]], ptr {{.*}}%[[REQUEST]])
// CHECK-NEXT: call i32 @bamboo.MPI_Wait(ptr {{.*}}%[[REQUEST]], ptr {{.*}}%[[STATUS]])
// PLAIN-NOT: bamboo_window
int receives(double* restrict in, double* restrict other) {
  MPI_Status status;
  MPI_Recv(in, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &status);
  for (int i = 0; i < 100000; ++i) other[i] = other[i] * other[i] + i;
  return status.MPI_TAG;
}

// CHECK-LABEL: define {{.*}}@exchanges(
// CHECK: call i32 @MPI_Irecv(
// CHECK: call {{.*}}i32 @bamboo.MPI_Isend({{.*}}, ptr {{.*}}@bamboo.trial
// CHECK-NOT: bamboo.MPI_Irecv(
void exchanges(double* restrict in, double* restrict out, double* restrict other) {
  MPI_Sendrecv(out, 100, MPI_DOUBLE, 0, 0, in, 100, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 100000; ++i) other[i] = other[i] * other[i] + i;
}

// CHECK-LABEL: define internal {{.*}}i32 @bamboo.MPI_Irecv(
// CHECK: call i32 @bamboo_window_form(ptr %7)
// CHECK: store ptr @ompi_request_null, ptr %6
// CHECK: tail call i32 @MPI_Recv(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4, ptr %5, ptr {{.*}}%8)
// CHECK: tail call i32 @MPI_Irecv(ptr %0, i32 %1, ptr %2, i32 %3, i32 %4, ptr %5, ptr {{.*}}%6)
// CHECK: call void @bamboo_window_begins(ptr %7, ptr %6)
