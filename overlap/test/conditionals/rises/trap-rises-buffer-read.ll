; The computation reads what is received.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: load double, ptr %buffer
; CHECK: br i1 %which, label %receives
; CHECK: receives:
; CHECK: @MPI_Irecv(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  %old = load double, ptr %buffer
  store double %old, ptr %other
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
