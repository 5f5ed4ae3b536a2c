; Displacements may be negative.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Igatherv(
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %sent, ptr noalias %buffer, ptr noalias %counts, ptr noalias %places) {
  call i32 @MPI_Gatherv(ptr %sent, i32 1, ptr @ompi_mpi_double, ptr %buffer, ptr %counts, ptr %places, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  %front = getelementptr double, ptr %buffer, i64 -1
  store double 1.000000e+00, ptr %front, align 8
  ret void
}
