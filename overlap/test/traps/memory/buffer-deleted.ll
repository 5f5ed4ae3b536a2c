; The buffer is deleted after the wait.
; RUN: %overlap_ir %s | FileCheck %s

declare void @_ZdlPv(ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Isend(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@_ZdlPv
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  call void @_ZdlPv(ptr %buffer)
  ret void
}
