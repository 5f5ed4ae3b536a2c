; Statements that move along upwards keep their order.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: load double, ptr %third
; CHECK-NEXT: {{.*}}fmul
; CHECK-NEXT: {{.*}}store double %b
; CHECK-NEXT: {{.*}}@MPI_Isend(
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  store double 1.000000e+00, ptr %other, align 8
  %a = load double, ptr %third
  %b = fmul double %a, 2.0
  store double %b, ptr %buffer
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
