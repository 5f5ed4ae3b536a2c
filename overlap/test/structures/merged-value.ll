; A half that does not need the value of a conditional passes it.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}br i1 %which
; CHECK: on:
; CHECK-NEXT: {{.*}}phi double
; CHECK-NEXT: {{.*}}store double %m
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %which, label %one, label %on
one:
  %x = load double, ptr %other
  br label %on
on:
  %m = phi double [ %x, %one ], [ 0.0, %0 ]
  store double %m, ptr %other, align 8
  ret void
}
