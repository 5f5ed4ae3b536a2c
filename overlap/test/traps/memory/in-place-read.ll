; With MPI_IN_PLACE the one buffer is written.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Iallreduce(ptr inttoptr (i64 1 to ptr), ptr %buffer
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}load double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Allreduce(ptr inttoptr (i64 1 to ptr), ptr %buffer, i32 1, ptr @ompi_mpi_double, ptr @ompi_mpi_op_sum, ptr @ompi_mpi_comm_world)
  %value = load double, ptr %buffer
  store double %value, ptr %other, align 8
  ret void
}
