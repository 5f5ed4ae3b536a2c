; A ready send starts when the other rank has reported that it is ready.
; RUN: %overlap_ir -bamboo-overlap-level=beyond -bamboo-overlap-no-wildcards %s | FileCheck %s

declare i32 @MPI_Rsend(ptr, i32, ptr, i32, i32, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@MPI_Irsend(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Rsend(ptr %other, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
