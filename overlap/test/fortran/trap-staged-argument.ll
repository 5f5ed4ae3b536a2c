; SPDX-License-Identifier: Apache-2.0
; MPI reads the rank to send to in the send. It may be in the array that the nest writes: the nest stays whole.
; RUN: %split_ir %s | FileCheck %s
@one = internal constant i32 1
@type = internal constant i32 17
@world = internal constant i32 0
declare void @mpi_send_(ptr, ptr, ptr, ptr, ptr, ptr, ptr)

; CHECK-LABEL: define void @program
; CHECK-NOT: @bamboo_split_offer
; CHECK-NOT: @bamboo_split_during
define void @program(ptr noalias %u, ptr %v, ptr noalias %n, ptr %rank, i64 %m) {
entry:
  %error = alloca i32
  call void @mpi_recv_(ptr %u, ptr %n, ptr @type, ptr @one, ptr @one, ptr @world, ptr @mpi_fortran_status_ignore_, ptr %error)
  call void @mpi_send_(ptr %u, ptr @one, ptr @type, ptr %rank, ptr @one, ptr @world, ptr %error)
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
