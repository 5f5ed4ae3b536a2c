; An error code that is looked at keeps both halves in the conditional.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double 1.0
; CHECK: br i1 %which, label %receives
; CHECK: receives:
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %kept) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %on
receives:
  %error = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store i32 %error, ptr %kept
  br label %on
on:
  ret void
}
