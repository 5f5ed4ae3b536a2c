; SPDX-License-Identifier: Apache-2.0
; A count that is a constant is not read.
; RUN: %split_ir %s | FileCheck %s
@one = internal constant i32 1
@type = internal constant i32 17
@world = internal constant i32 0

; CHECK-LABEL: define void @program
; CHECK-NOT: load i32, ptr @one
; CHECK: call i32 @bamboo_split_core(
; CHECK: call void @bamboo_split_touch({{.*}}, i64 8,
define void @program(ptr noalias %u, ptr noalias %v, ptr noalias %n, i64 %m) {
entry:
  %error = alloca i32
  call void @mpi_recv_(ptr %u, ptr @one, ptr @type, ptr @one, ptr @one, ptr @world, ptr @mpi_fortran_status_ignore_, ptr %error)
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
