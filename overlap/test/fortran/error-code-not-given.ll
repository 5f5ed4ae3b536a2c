; mpi_f08 passes a null pointer for an error code that the program does not give: there is nothing to look at.
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
; CHECK:       call void @mpi_irecv_(
; CHECK:       call void @compute()
; CHECK:       call void @mpi_wait_(
define void @program() {
  %status = alloca [6 x i32]
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr null)
  call void @compute()
  ret void
}
