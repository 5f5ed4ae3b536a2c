; In a branch the window is as long as the branch.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: one:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}store double {{.*}}%other
; CHECK-NEXT: {{.*}}store double {{.*}}%third
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br label %on
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third, i1 %which) {
  br i1 %which, label %one, label %on
one:
  store double 1.000000e+00, ptr %other, align 8
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %third, align 8
  br label %on
on:
  ret void
}
