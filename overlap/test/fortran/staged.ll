; SPDX-License-Identifier: Apache-2.0
; A send in the middle starts at its place, and the core runs in pieces while the completions wait: a single request
; and a count of requests that is in memory.
; RUN: %split_ir %s | FileCheck %s
@one = internal constant i32 1
@type = internal constant i32 17
@world = internal constant i32 0
@mpi_fortran_statuses_ignore_ = common global [24 x i8] zeroinitializer

; CHECK-LABEL: define void @program
; CHECK: %[[PLAN:.*]] = call ptr @bamboo_split_begin(
; CHECK-NOT: store double
; CHECK: call void @bamboo_split_during_fortran(ptr %[[PLAN]], ptr null, ptr %[[REQUEST:.*]])
; CHECK-NEXT: call void @mpi_wait_(ptr %[[REQUEST]],
; CHECK: call void @mpi_irecv_(
; CHECK: call void @mpi_isend_(
; CHECK: call void @bamboo_split_during_fortran(ptr %[[PLAN]], ptr %count, ptr %requests)
; CHECK-NEXT: call void @mpi_waitall_(ptr %count, ptr %requests,
; CHECK-NOT: store double
; CHECK: call i32 @bamboo_split_rest(
; CHECK: call void @bamboo_split_offer(ptr %[[PLAN]], ptr @program.bamboo.core,
; CHECK: define internal void @program.bamboo.core(
; CHECK: store double
define void @program(ptr noalias %u, ptr noalias %v, ptr noalias %n, i64 %m) {
entry:
  %error = alloca i32
  %count = alloca i32
  %requests = alloca [2 x i32]
  %second = getelementptr i32, ptr %requests, i64 1
  store i32 2, ptr %count
  call void @mpi_recv_(ptr %u, ptr %n, ptr @type, ptr @one, ptr @one, ptr @world, ptr @mpi_fortran_status_ignore_, ptr %error)
  %behind = getelementptr double, ptr %u, i64 %m
  call void @mpi_irecv_(ptr %behind, ptr @one, ptr @type, ptr @one, ptr @one, ptr @world, ptr %requests, ptr %error)
  call void @mpi_isend_(ptr %u, ptr @one, ptr @type, ptr @one, ptr @one, ptr @world, ptr %second, ptr %error)
  call void @mpi_waitall_(ptr %count, ptr %requests, ptr @mpi_fortran_statuses_ignore_, ptr %error)
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
