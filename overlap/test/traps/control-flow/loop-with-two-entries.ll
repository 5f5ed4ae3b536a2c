; A circle with two entries is no loop to LLVM, but it may not end either.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br i1 %which
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %which, label %one, label %two
one:
  %a = load i32, ptr %other
  %x = icmp eq i32 %a, 0
  br i1 %x, label %two, label %on
two:
  %b = load i32, ptr %other
  %y = icmp eq i32 %b, 0
  br i1 %y, label %one, label %on
on:
  ret void
}
