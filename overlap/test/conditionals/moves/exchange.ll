; Both halves of an exchange leave.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Isend(
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: ret void
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %second) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Sendrecv(ptr %second, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
