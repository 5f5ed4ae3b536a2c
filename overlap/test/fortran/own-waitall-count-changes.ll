; SPDX-License-Identifier: Apache-2.0
; How many requests it completes is looked at when it completes them.
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
; CHECK: call void @mpi_waitall_(ptr %count,
; CHECK-NEXT: store i32 0, ptr %count
define void @program() {
  %request = alloca i32
  %error = alloca i32
  %count = alloca i32
  call void @mpi_irecv_(ptr @y, ptr @four, ptr @double, ptr @four, ptr @four, ptr @world, ptr %request, ptr %error)
  store i32 1, ptr %count
  call void @mpi_waitall_(ptr %count, ptr %request, ptr @mpi_fortran_status_ignore_, ptr %error)
  store i32 0, ptr %count
  call void @compute()
  ret void
}
