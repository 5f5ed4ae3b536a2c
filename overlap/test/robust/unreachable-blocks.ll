; Calls that are never executed do not disturb.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: dead:
; CHECK: @MPI_Irecv(
; CHECK: dead2:
; CHECK: @MPI_Isend(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  ret void
dead:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  br label %dead2
dead2:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  br label %dead
}
