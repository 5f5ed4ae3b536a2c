// SPDX-License-Identifier: Apache-2.0
// With the run-time library a collective without a window asks which form the processes of its communicator agree on.
// RUN: %overlap_c -mllvm -bamboo-overlap-library %s | FileCheck %s --check-prefixes=CHECK,OPENMPI
// RUN: %overlap_mpich_c -mllvm -bamboo-overlap-library %s | FileCheck %s --check-prefixes=CHECK,MPICH
// RUN: %remarks_c -mllvm -bamboo-overlap-library %s 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: %overlap_c %s | FileCheck %s --check-prefix=PLAIN
#include <mpi.h>

// CHECK-NOT: @bamboo_overlap_has_collective_windows
// CHECK-LABEL: define {{.*}}@sum_of(
// CHECK: call {{.*}}i32 @bamboo.MPI_Allreduce(
// PLAIN-LABEL: define {{.*}}@sum_of(
// PLAIN: call i32 @MPI_Iallreduce(
// PLAIN-NOT: bamboo_overlap_form
// REMARK: [[#@LINE+3]]:3: remark: MPI_Allreduce stays blocking where no process gains by another form: a window of 0 cycles is not worth a request
double sum_of(double own, MPI_Comm communicator) {
  double sum;
  MPI_Allreduce(&own, &sum, 1, MPI_DOUBLE, MPI_SUM, communicator);
  return sum;
}

// CHECK-LABEL: define {{.*}}@failed(
// CHECK: %[[CODE:.*]] = {{.*}}call {{.*}}i32 @bamboo.MPI_Barrier(
// CHECK: ret i32 %[[CODE]]
int failed(MPI_Comm communicator) {
  return MPI_Barrier(communicator);
}

// CHECK-LABEL: define internal {{.*}}i32 @bamboo.MPI_Barrier(
// CHECK: %[[REQUEST:.*]] = alloca
// CHECK: %[[ANSWER:.*]] = {{.*}}call i32 @bamboo_overlap_form({{.*}} %0, i32 0, ptr null)
// CHECK: icmp {{.*}}%[[ANSWER]], 0
// CHECK-DAG: tail call i32 @MPI_Barrier({{.*}} %0)
// CHECK-DAG: call i32 @MPI_Ibarrier({{.*}} %0, {{.*}}%[[REQUEST]])
// OPENMPI-DAG: call i32 @MPI_Wait({{.*}}%[[REQUEST]], ptr null)
// MPICH-DAG: call i32 @MPI_Wait({{.*}}%[[REQUEST]], ptr {{.*}}inttoptr (i64 1 to ptr))
