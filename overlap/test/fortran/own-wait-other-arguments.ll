; SPDX-License-Identifier: Apache-2.0
; The arguments of an initiation may change while it is pending, but not the buffer.
; RUN: %overlap_ir -bamboo-overlap-level=basic %s | FileCheck %s
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
; CHECK: store i32 2, ptr %peer
; CHECK-NEXT: call void @compute()
; CHECK-NEXT: call void @mpi_wait_(
; CHECK-NEXT: load double, ptr @y
define void @program() {
  %request = alloca i32
  %error = alloca i32
  %peer = alloca i32
  store i32 1, ptr %peer
  call void @mpi_irecv_(ptr @y, ptr @four, ptr @double, ptr %peer, ptr @four, ptr @world, ptr %request, ptr %error)
  call void @mpi_wait_(ptr %request, ptr @mpi_fortran_status_ignore_, ptr %error)
  store i32 2, ptr %peer
  call void @compute()
  %value = load double, ptr @y
  store double %value, ptr @data
  ret void
}
