; A circle with two entries has a reason of its own.
; RUN: %overlap_ir -pass-remarks=bamboo -pass-remarks-missed=bamboo -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: the completion goes no further down than an unknown line: the function has loops with several entries, which may not end
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
