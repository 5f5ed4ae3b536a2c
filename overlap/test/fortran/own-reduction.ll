; An operation that is no constant came out of MPI_Op_create and may touch anything.
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
; CHECK:       call void @mpi_iallreduce_(
; CHECK-NEXT:  call void @mpi_wait_(
; CHECK-NEXT:  call void @compute()
define void @program(ptr %operation) {
  %error = alloca i32
  call void @mpi_allreduce_(ptr @data, ptr @y, ptr @four, ptr @handle, ptr %operation, ptr @handle, ptr %error)
  call void @compute()
  ret void
}
