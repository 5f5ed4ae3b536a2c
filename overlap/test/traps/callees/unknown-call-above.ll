; An initiation is not hoisted over a function without a body.
; RUN: %overlap_ir %s | FileCheck %s

declare void @unknown()

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @unknown
; CHECK-NEXT: {{.*}}@MPI_Isend(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call void @unknown()
  store double 1.000000e+00, ptr %other, align 8
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
