; A receive becomes two halves; the program does not read its error code, which is in a separate variable.
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
; CHECK:       call void @mpi_irecv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %[[REQUEST:.*]], ptr %[[ERROR:bamboo.error[0-9]*]])
; CHECK-NEXT:  call void @compute()
; CHECK-NEXT:  call void @mpi_wait_(ptr %[[REQUEST]], ptr %status, ptr %[[ERROR]])
define void @program() {
  %error = alloca i32
  %status = alloca [6 x i32]
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  call void @compute()
  ret void
}
