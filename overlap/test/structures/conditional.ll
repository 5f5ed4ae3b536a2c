; A conditional is passed as a whole.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}br i1 %which
; CHECK: on:
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %which, label %one, label %two
one:
  store double 1.000000e+00, ptr %other, align 8
  br label %on
two:
  store double 2.000000e+00, ptr %other, align 8
  br label %on
on:
  ret void
}
