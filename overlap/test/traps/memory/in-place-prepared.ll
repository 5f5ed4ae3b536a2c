; With MPI_IN_PLACE the one buffer is read: it is ready before the operation starts.
; RUN: %overlap_ir -bamboo-overlap-level=basic %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double
; CHECK-NEXT: {{.*}}@MPI_Iallreduce(
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  store double 1.000000e+00, ptr %buffer, align 8
  call i32 @MPI_Allreduce(ptr inttoptr (i64 1 to ptr), ptr %buffer, i32 1, ptr @ompi_mpi_double, ptr @ompi_mpi_op_sum, ptr @ompi_mpi_comm_world)
  ret void
}
