; An initiation is not hoisted over a return.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: br i1 %early
; CHECK: on:
; CHECK-NEXT: {{.*}}@MPI_Isend(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %early) {
  br i1 %early, label %out, label %on
out:
  ret void
on:
  store double 1.000000e+00, ptr %other, align 8
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
