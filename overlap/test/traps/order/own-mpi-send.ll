; A module that defines MPI_Send itself calls that.
; RUN: %overlap_ir %s | FileCheck %s

define i32 @MPI_Send(ptr %a, i32 %b, ptr %c, i32 %d, i32 %e, ptr %f) {
  ret i32 0
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: call i32 @MPI_Send(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  call i32 @MPI_Bsend(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
