; A wait does not leave the iteration of its receive.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}add i32
; CHECK-NEXT: {{.*}}icmp
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br i1 %go
define void @program(ptr noalias %buffer, ptr noalias %other) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, 9
  br i1 %go, label %again, label %on
on:
  store double 2.000000e+00, ptr %other, align 8
  ret void
}
