; Each operation has its own remark.
; RUN: %overlap_ir -pass-remarks=bamboo -pass-remarks-missed=bamboo -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: MPI_Send became MPI_Isend
; CHECK: MPI_Recv became MPI_Irecv
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret void
}
