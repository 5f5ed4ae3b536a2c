; An atomic store orders threads.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store atomic
; CHECK: br i1 %which, label %receives
; CHECK: receives:
; CHECK: @MPI_Irecv(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  store atomic i32 1, ptr %other seq_cst, align 4
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
