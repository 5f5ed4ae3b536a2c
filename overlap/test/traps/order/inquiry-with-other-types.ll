; A function of an inquiry's name with other arguments is not known.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Comm_rank(ptr, ptr, ptr)

; CHECK-LABEL: define void @program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@MPI_Comm_rank(
define void @program(ptr noalias %buffer, ptr noalias %rank, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Comm_rank(ptr @ompi_mpi_comm_world, ptr %rank, ptr %rank)
  store double 1.0, ptr %other
  ret void
}
