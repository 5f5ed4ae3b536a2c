; Another call of MPI in a conditional is not passed.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare i32 @MPI_Probe()

; CHECK-LABEL: define {{.*}}@program(
; CHECK: between:
; CHECK: @bamboo.MPI_Wait(
; CHECK-NEXT: br i1 %right
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, i1 %left, i1 %right) {
  br i1 %left, label %one, label %between
one:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %between
between:
  br i1 %right, label %two, label %on
two:
  call i32 @MPI_Probe()
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
