; The condition is computed earlier, from a value that is read earlier.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: %left = load i32, ptr %place
; CHECK-NEXT: %some = icmp sge i32 %left, 0
; CHECK: br i1 %some, label %bamboo.starts
; CHECK: @MPI_Irecv(
; CHECK: store double 1.0
; CHECK: br i1 %some, label %receives
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %place) {
  store double 1.000000e+00, ptr %other, align 8
  %left = load i32, ptr %place
  %some = icmp sge i32 %left, 0
  br i1 %some, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
