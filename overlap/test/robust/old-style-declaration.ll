; A declaration without a prototype is as good.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Send(...)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: call i32 @MPI_Isend(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  %error = call i32 (...) @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
