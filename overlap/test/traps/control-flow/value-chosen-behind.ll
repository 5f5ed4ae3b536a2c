; A value that a branch chooses and that is read from the buffer is chosen behind the wait.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}load double
; CHECK-NEXT: {{.*}}br i1 %which
define double @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %value = load double, ptr %buffer
  br i1 %which, label %one, label %on
one:
  br label %on
on:
  %chosen = phi double [ %value, %0 ], [ 0.0, %one ]
  store double 1.000000e+00, ptr %other, align 8
  ret double %chosen
}
