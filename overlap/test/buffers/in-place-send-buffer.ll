; MPI_IN_PLACE is no address: no memory belongs to it.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Iallreduce(ptr inttoptr (i64 1 to ptr)
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr %other) {
  call i32 @MPI_Allreduce(ptr inttoptr (i64 1 to ptr), ptr %buffer, i32 1, ptr @ompi_mpi_double, ptr @ompi_mpi_op_sum, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
