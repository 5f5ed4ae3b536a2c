; The computation decides about the condition.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store i32
; CHECK: load i32
; CHECK: br i1 %some, label %receives
; CHECK: receives:
; CHECK: @MPI_Irecv(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  store i32 1, ptr %other
  %left = load i32, ptr %other
  %some = icmp sge i32 %left, 0
  br i1 %some, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
