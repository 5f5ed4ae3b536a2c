; A receive buffer that only the root has is null elsewhere.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Reduce(ptr, ptr, i32, ptr, ptr, i32, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ireduce(ptr %buffer, ptr null
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Reduce(ptr %buffer, ptr null, i32 1, ptr @ompi_mpi_double, ptr @ompi_mpi_op_sum, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
