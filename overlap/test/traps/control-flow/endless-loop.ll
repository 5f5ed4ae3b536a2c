; A loop that may not end is not passed: the message would never be complete.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br label %again
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %again
again:
  %value = load i32, ptr %other
  %go = icmp eq i32 %value, 0
  br i1 %go, label %again, label %on
on:
  ret void
}
