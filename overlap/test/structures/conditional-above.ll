; The initiation is hoisted over a conditional.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Isend(
; CHECK-NEXT: {{.*}}br i1 %which
; CHECK: on:
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %one, label %on
one:
  store double 1.000000e+00, ptr %other, align 8
  br label %on
on:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
