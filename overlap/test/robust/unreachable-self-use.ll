; A value that is never computed may use itself.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: dead:
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  ret void
dead:
  %x = add i32 %x, 1
  call i32 @MPI_Recv(ptr %buffer, i32 %x, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %dead
}
