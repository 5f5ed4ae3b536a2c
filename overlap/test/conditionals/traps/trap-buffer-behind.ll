; Behind the conditional the completion stops where the buffer is used.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: load double
define double @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %value = load double, ptr %buffer, align 8
  ret double %value
}
