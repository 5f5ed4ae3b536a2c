; The other way reads the buffer: not while the operation could be pending.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double 1.000000e+00, ptr %other
; CHECK: br i1 %which
; CHECK: receives:
; CHECK: @MPI_Irecv(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %third) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %two
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
two:
  %old = load double, ptr %buffer
  store double %old, ptr %third
  br label %on
on:
  ret void
}
