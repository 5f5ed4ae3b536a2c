; The array of datatypes is read until the operation is complete.
; RUN: %overlap_ir -bamboo-overlap-library %s | FileCheck %s

declare i32 @MPI_Alltoallw(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @bamboo.MPI_Ialltoallw(
; CHECK-NEXT: call void @bamboo_window_ends(
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: {{.*}}store ptr null
define void @program(ptr noalias %sent, ptr noalias %counts, ptr noalias %places, ptr noalias %types, ptr noalias %buffer, ptr noalias %counts2, ptr noalias %places2, ptr noalias %types2) {
  call i32 @MPI_Alltoallw(ptr %sent, ptr %counts, ptr %places, ptr %types, ptr %buffer, ptr %counts2, ptr %places2, ptr %types2, ptr @ompi_mpi_comm_world)
  store ptr null, ptr %types2, align 8
  ret void
}
