; Behind a barrier the process may write memory that other ranks read.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibarrier(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
