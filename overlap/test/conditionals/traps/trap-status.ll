; The status would be written on the other way, too.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: br label %on
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %status) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
