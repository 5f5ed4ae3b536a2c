; What this process knows already is asked while a request is pending, also in a function.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Comm_size(ptr, ptr)
declare i32 @MPI_Type_size(ptr, ptr)

define internal i32 @ranks() noinline {
  %size = alloca i32
  %1 = call i32 @MPI_Comm_size(ptr @ompi_mpi_comm_world, ptr %size)
  %ranks = load i32, ptr %size
  ret i32 %ranks
}

; CHECK-LABEL: define i32 @program
; CHECK:       call i32 @MPI_Irecv(
; CHECK-NEXT:  call i32 @MPI_Comm_rank(
; CHECK-NEXT:  call i32 @MPI_Type_size(
; CHECK-NEXT:  call i32 @ranks()
; CHECK-NEXT:  store double
; CHECK-NEXT:  call i32 @MPI_Wait(
define i32 @program(ptr noalias %buffer, ptr noalias %rank, ptr noalias %other) {
  %1 = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %2 = call i32 @MPI_Comm_rank(ptr @ompi_mpi_comm_world, ptr %rank)
  %3 = call i32 @MPI_Type_size(ptr @ompi_mpi_double, ptr %rank)
  %size = call i32 @ranks()
  store double 1.0, ptr %other
  ret i32 %size
}
