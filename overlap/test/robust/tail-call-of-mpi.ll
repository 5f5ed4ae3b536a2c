; A tail call of MPI is none any more: the wait follows it.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK-NOT: tail call
; CHECK: = call i32 @MPI_Ibarrier(
; CHECK: = call i32 @MPI_Wait(
define i32 @program() {
  %error = tail call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  ret i32 %error
}
