; SPDX-License-Identifier: Apache-2.0
; The memory of a message of a derived type is asked of MPI. The handle is read in front of the call.
; RUN: %split_ir %s | FileCheck %s
@one = internal constant i32 1
@world = internal constant i32 0

; CHECK-LABEL: define void @program
; CHECK-DAG: %[[COUNT:.*]] = load i32, ptr %n
; CHECK-DAG: %[[TYPE:.*]] = load i32, ptr %type
; CHECK: call i32 @bamboo_split_core(
; CHECK: call void @mpi_wait_(
; CHECK: %[[WIDE:.*]] = zext i32 %[[COUNT]] to i64
; CHECK: call void @bamboo_split_message_fortran({{.*}}, i64 %[[WIDE]], {{.*}}, i32 %[[TYPE]])
define void @program(ptr noalias %u, ptr noalias %v, ptr noalias %n, ptr noalias %type, i64 %m) {
entry:
  %error = alloca i32
  call void @mpi_recv_(ptr %u, ptr %n, ptr %type, ptr @one, ptr @one, ptr @world, ptr @mpi_fortran_status_ignore_, ptr %error)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %to = getelementptr double, ptr %v, i64 %i
  store double %value, ptr %to
  %next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %next, %m
  br i1 %last, label %done, label %loop
done:
  ret void
}
