; SPDX-License-Identifier: Apache-2.0
; The program's own completion moves down past what does not touch the message; all calls had one error code.
; RUN: %overlap_ir %s | FileCheck %s
@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@double = internal constant i32 17
@world = internal constant i32 0

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK: call void @mpi_irecv_({{.*}}, ptr %request, ptr %[[FIRST:bamboo.error[0-9]*]])
; CHECK-NEXT: call void @compute()
; CHECK-NEXT: call void @mpi_wait_(ptr %request, ptr @mpi_fortran_status_ignore_, ptr %[[SECOND:bamboo.error[0-9]*]])
define void @program() {
  %request = alloca i32
  %error = alloca i32
  call void @mpi_irecv_(ptr @y, ptr @four, ptr @double, ptr @four, ptr @four, ptr @world, ptr %request, ptr %error)
  call void @mpi_wait_(ptr %request, ptr @mpi_fortran_status_ignore_, ptr %error)
  call void @compute()
  ret void
}
