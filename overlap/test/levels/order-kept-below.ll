; Statements that move along keep their order.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}load double
; CHECK-NEXT: {{.*}}fmul
; CHECK-NEXT: {{.*}}store double %twice
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %value = load double, ptr %buffer
  %twice = fmul double %value, 2.0
  store double %twice, ptr %third
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
