; Uses with nothing independent behind them stay where they are.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}load double
; CHECK-NEXT: {{.*}}store double %value
; CHECK-NEXT: {{.*}}ret void
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  %value = load double, ptr %buffer
  store double %value, ptr %third
  ret void
}
