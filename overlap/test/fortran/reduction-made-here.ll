; SPDX-License-Identifier: Apache-2.0
; The variable of an operation that MPI_Op_create fills holds no constant, whatever it held before.
; RUN: %overlap_ir %s | FileCheck %s
@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@double = internal constant i32 17
@world = internal constant i32 0
@true = internal constant i32 1

declare void @mpi_op_create_(ptr, ptr, ptr, ptr)
declare void @add(ptr, ptr, ptr, ptr)

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call void @mpi_iallreduce_(
; CHECK-NEXT:  call void @mpi_wait_(
; CHECK-NEXT:  call void @compute()
define void @program() {
  %error = alloca i32
  %operation = alloca i32
  store i32 0, ptr %operation
  call void @mpi_op_create_(ptr @add, ptr @true, ptr %operation, ptr %error)
  call void @mpi_allreduce_(ptr @y, ptr @y, ptr @four, ptr @double, ptr %operation, ptr @world, ptr %error)
  call void @compute()
  ret void
}
