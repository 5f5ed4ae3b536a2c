; The arrays of counts may be read while the operation is under way.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Igatherv(
; CHECK-NEXT: {{.*}}load i32
; CHECK-NEXT: {{.*}}store i32
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %sent, ptr noalias %buffer, ptr noalias %counts, ptr noalias %places, ptr noalias %other) {
  call i32 @MPI_Gatherv(ptr %sent, i32 1, ptr @ompi_mpi_double, ptr %buffer, ptr %counts, ptr %places, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  %n = load i32, ptr %counts
  store i32 %n, ptr %other
  ret void
}
