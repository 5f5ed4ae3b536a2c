; Loops in loops are passed as a whole.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}br label %outer
; CHECK: on:
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %outer
outer:
  %j = phi i32 [ 0, %0 ], [ %nextj, %latch ]
  br label %again
again:
  %i = phi i32 [ 0, %outer ], [ %next, %again ]
  store double 1.000000e+00, ptr %other, align 8
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, 9
  br i1 %go, label %again, label %latch
latch:
  %nextj = add i32 %j, 1
  %goj = icmp slt i32 %nextj, 9
  br i1 %goj, label %outer, label %on
on:
  ret void
}
