; An argument's variable gets its value just before the call: the initiation does not rise over that.
; RUN: %overlap_ir %s | FileCheck %s

@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       store i32 4, ptr %count
; CHECK:       call void @mpi_irecv_(
define void @program() {
  %error = alloca i32
  %status = alloca [6 x i32]
  %count = alloca i32
  call void @compute()
  store i32 4, ptr %count
  call void @mpi_recv_(ptr @y, ptr %count, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  ret void
}
