; SPDX-License-Identifier: Apache-2.0
; Only MPI knows the memory of a message of such a type: it is asked when the program runs. Where the type is in a
; variable it is read in front of the call.
; RUN: %split_ir %s | FileCheck %s
@one = internal constant i32 1
@type = internal constant i32 99
@world = internal constant i32 0
@mpi_fortran_status_ignore_ = common global [24 x i8] zeroinitializer
declare void @mpi_recv_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)

; CHECK-LABEL: define void @program
; CHECK: %[[COUNT:.*]] = load i32, ptr %n
; CHECK: call void @mpi_irecv_(
; CHECK: call i32 @bamboo_split_core(
; CHECK: %[[WIDE:.*]] = zext i32 %[[COUNT]] to i64
; CHECK: call void @bamboo_split_message_fortran({{.*}}, i64 %[[WIDE]], i32 1, i32 99)
define void @program(ptr noalias %u, ptr noalias %v, ptr noalias %n, i64 %m) {
entry:
  %error = alloca i32
  call void @mpi_recv_(ptr %u, ptr %n, ptr @type, ptr @one, ptr @one, ptr @world, ptr @mpi_fortran_status_ignore_, ptr %error)
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

; CHECK-LABEL: define void @variable
; CHECK: %[[TYPE:.*]] = load i32, ptr %type
; CHECK: call void @mpi_irecv_(
; CHECK: call void @bamboo_split_message_fortran({{.*}}, i32 1, i32 %[[TYPE]])
define void @variable(ptr noalias %u, ptr noalias %v, ptr noalias %n, ptr noalias %type, i64 %m) {
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
