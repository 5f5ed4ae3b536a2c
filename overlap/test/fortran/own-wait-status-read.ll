; SPDX-License-Identifier: Apache-2.0
; The status is written by the completion.
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
; CHECK: call void @mpi_wait_(ptr %request, ptr %status, ptr %{{.*}})
; CHECK-NEXT: load i32, ptr %status
define void @program() {
  %request = alloca i32
  %error = alloca i32
  %status = alloca [6 x i32]
  call void @mpi_irecv_(ptr @y, ptr @four, ptr @double, ptr @four, ptr @four, ptr @world, ptr %request, ptr %error)
  call void @mpi_wait_(ptr %request, ptr %status, ptr %error)
  %source = load i32, ptr %status
  store i32 %source, ptr @data
  call void @compute()
  ret void
}
