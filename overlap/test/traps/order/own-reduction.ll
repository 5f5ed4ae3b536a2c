; A reduction of the program runs while the operation makes progress.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Iallreduce(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third, ptr %operation, ptr noalias %last) {
  call i32 @MPI_Allreduce(ptr %buffer, ptr %other, i32 1, ptr @ompi_mpi_double, ptr %operation, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %third, align 8
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
