; SPDX-License-Identifier: Apache-2.0
; The bound is read in a loop between the receive and the nest: the core reads it early, and the nest's own uses of it,
; also those in front of its loops, are the core's as well.
; RUN: %split_ir %s | FileCheck %s
@size = global i32 0

; CHECK-LABEL: define {{.*}}@program(
; CHECK: %[[PLAN:.*]] = call ptr @bamboo_split_begin(
; CHECK: %[[EARLY:.*]] = load i32, ptr @size
; CHECK: call i32 @bamboo_split_core(
; CHECK: call i32 @MPI_Wait(
; CHECK: %[[LATE:.*]] = load i32, ptr @size
; CHECK: call ptr @bamboo_split_rest_plan(
; CHECK: zext nneg i32 %[[LATE]] to i64
; CHECK: zext nneg i32 %[[EARLY]] to i64
define void @program(ptr noalias %u, ptr noalias %v, ptr noalias %w, i64 %m) {
entry:
  call i32 @MPI_Recv(ptr %u, i32 2, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %passed
passed:
  %k = phi i64 [ 0, %entry ], [ %k.next, %passed ]
  %n = load i32, ptr @size
  %place = getelementptr double, ptr %w, i64 %k
  %received = load double, ptr %u
  store double %received, ptr %place
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 8
  br i1 %again, label %passed, label %asks
asks:
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %front, label %done
front:
  %wide = zext nneg i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %front ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %to = getelementptr double, ptr %v, i64 %i
  store double %value, ptr %to
  %next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %next, %wide
  br i1 %last, label %done, label %loop
done:
  ret void
}
