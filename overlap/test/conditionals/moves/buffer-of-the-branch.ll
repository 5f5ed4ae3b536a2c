; An address that is computed in the conditional is what the message has, not what the wait needs.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: %cell
; CHECK-NEXT: {{.*}}@MPI_Irecv(ptr %cell
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i64 %n) {
  br i1 %which, label %receives, label %on
receives:
  %cell = getelementptr double, ptr %buffer, i64 %n
  call i32 @MPI_Recv(ptr %cell, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
