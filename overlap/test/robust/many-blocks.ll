; A conditional in a loop in a conditional, with an operation at each place.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: pre:
; CHECK: @MPI_Isend(
; CHECK: @MPI_Wait(
; CHECK: again:
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: deep:
; CHECK: @MPI_Isend(
; CHECK: @MPI_Wait(
; CHECK: latch:
; CHECK: @MPI_Isend(
; CHECK: @MPI_Wait(
; CHECK: out:
; CHECK: @MPI_Isend(
; CHECK: @MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %which, label %pre, label %out
pre:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  br label %again
again:
  %i = phi i32 [ 0, %pre ], [ %next, %latch ]
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %which, label %deep, label %latch
deep:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  br label %latch
latch:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, 9
  br i1 %go, label %again, label %out
out:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
