; Both halves write the error code, so a receive whose error code may be looked at stays blocking.
; RUN: %overlap_ir -pass-remarks-missed=bamboo %s 2>&1 | FileCheck %s

@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17

declare void @use(i32)

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK: mpi_recv_ is left alone: the program may look at its error code
; CHECK-LABEL: define void @program
; CHECK:       call void @mpi_recv_(
define void @program() {
  %error = alloca i32
  %status = alloca [6 x i32]
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  call void @compute()
  %code = load i32, ptr %error
  call void @use(i32 %code)
  ret void
}
