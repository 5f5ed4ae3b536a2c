; A broadcast without elements has no buffer.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibcast(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Bcast(ptr %buffer, i32 0, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %buffer, align 8
  ret void
}
