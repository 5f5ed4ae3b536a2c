// SPDX-License-Identifier: Apache-2.0
// The pass reports the size of a window's operation to the run-time library, after it has counted the operation as
// pending. The arguments of the last buffer give the size: they are significant in every process.
// RUN: %overlap_c -mllvm -bamboo-overlap-polls -mllvm -bamboo-overlap=always %s | FileCheck %s
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap-polls -mllvm -bamboo-overlap=always %s | FileCheck %s --check-prefix=MPICH
#include <mpi.h>

static double data[100000];

// CHECK: @bamboo_overlap_has_large_operations = weak_odr constant i32 1

// CHECK-LABEL: define {{.*}}@message(
// CHECK: call i32 @MPI_Irecv(
// CHECK: atomicrmw add ptr @bamboo_overlap_pending, i32 1 monotonic
// CHECK-NEXT: call void @bamboo_overlap_starts(ptr {{.*}}%{{.*}}, i32 0, i32 %n, ptr {{.*}}@ompi_mpi_double, ptr {{.*}}@ompi_mpi_comm_world)
// MPICH-LABEL: define {{.*}}@message(
// MPICH: call void @bamboo_overlap_starts(ptr {{.*}}%{{.*}}, i32 0, i32 %n, i32 1275070475, i32 1140850688)
void message(double *restrict in, int n, int peer) {
  MPI_Recv(in, n, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 0; i < 100000; ++i) data[i] = data[i] * data[i] + i;
}

// CHECK-LABEL: define {{.*}}@sum(
// CHECK: call void @bamboo_overlap_starts(ptr {{.*}}%{{.*}}, i32 1, i32 %n, ptr {{.*}}@ompi_mpi_double,
void sum(double *restrict own, double *restrict all, int n) {
  MPI_Allreduce(own, all, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < 100000; ++i) data[i] = data[i] * data[i] + i;
}

// CHECK-LABEL: define {{.*}}@blocks(
// CHECK: call void @bamboo_overlap_starts(ptr {{.*}}%{{.*}}, i32 2, i32 %m, ptr {{.*}}@ompi_mpi_double,
void blocks(double *restrict out, double *restrict in, int n, int m) {
  MPI_Alltoall(out, n, MPI_DOUBLE, in, m, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 100000; ++i) data[i] = data[i] * data[i] + i;
}

// CHECK-LABEL: define {{.*}}@counted_blocks(
// CHECK: call void @bamboo_overlap_starts_blocks(ptr {{.*}}%{{.*}}, ptr {{.*}}@in_counts, ptr {{.*}}@ompi_mpi_double,
static const int in_counts[2] = {100000, 100000}, places[2] = {0, 100000};
void counted_blocks(double *restrict out, double *restrict in) {
  MPI_Allgatherv(out, 100000, MPI_DOUBLE, in, in_counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
  for (int i = 0; i < 100000; ++i) data[i] = data[i] * data[i] + i;
}

// A root in place hands over counts and types that mean nothing.
// CHECK-LABEL: define {{.*}}@gathered(
// CHECK: call i32 @MPI_Igather(
// CHECK-NOT: call void @bamboo_overlap_starts
// CHECK: ret void
void gathered(double *restrict own, double *restrict all, int n) {
  MPI_Gather(own, n, MPI_DOUBLE, all, n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  for (int i = 0; i < 100000; ++i) data[i] = data[i] * data[i] + i;
}
