; Unpacking in the conditional keeps the completion there, and so the initiation.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double 1.0
; CHECK: br i1 %which, label %receives
; CHECK: receives:
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: load double
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %got = load double, ptr %buffer
  store double %got, ptr %other
  br label %on
on:
  ret void
}
