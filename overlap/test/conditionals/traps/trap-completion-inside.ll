; A completion in another conditional is not passed.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: between:
; CHECK: @bamboo.MPI_Wait(
; CHECK-NEXT: br i1 %right
; CHECK: two:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait({{.*}}, ptr %status)
; CHECK-NEXT: br label %on
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, ptr noalias %status, i1 %left, i1 %right) {
  br i1 %left, label %one, label %between
one:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %between
between:
  br i1 %right, label %two, label %on
two:
  call i32 @MPI_Recv(ptr %second, i32 4, ptr @ompi_mpi_double, i32 1, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
