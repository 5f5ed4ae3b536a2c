; A value without memory is computed in front of the condition, so that others know it.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: %address = getelementptr
; CHECK-NEXT: br i1 %which, label %bamboo.starts
; CHECK: @MPI_Irecv(ptr %address
; CHECK: store double 1.0
; CHECK: receives:
; CHECK-NEXT: store ptr %address, ptr %kept
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %kept) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %on
receives:
  %address = getelementptr double, ptr %buffer, i64 8
  call i32 @MPI_Recv(ptr %address, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store ptr %address, ptr %kept
  br label %on
on:
  ret void
}
