; The program may end in a function: what it sent must be out before.
; RUN: %overlap_ir %s | FileCheck %s

declare void @exit(i32)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Isend(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@exit
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  call void @exit(i32 0)
  unreachable
}
