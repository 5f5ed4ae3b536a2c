; The array of counts is read until the operation is complete.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Igatherv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store i32 9
define void @program(ptr noalias %sent, ptr noalias %buffer, ptr noalias %counts, ptr noalias %places) {
  call i32 @MPI_Gatherv(ptr %sent, i32 1, ptr @ompi_mpi_double, ptr %buffer, ptr %counts, ptr %places, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  store i32 9, ptr %counts, align 4
  ret void
}
