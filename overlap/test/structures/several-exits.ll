; A loop with a second way out to the same place ends as often.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}br label %again
; CHECK: on:
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  %v = load i32, ptr %other
  %found = icmp eq i32 %v, %i
  br i1 %found, label %on, label %latch
latch:
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, 9
  br i1 %go, label %again, label %on
on:
  ret void
}
