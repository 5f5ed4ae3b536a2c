; The other path must not execute the statements that use the message.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: %value = load
; CHECK-NEXT: store double %value
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %third) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %value = load double, ptr %buffer, align 8
  store double %value, ptr %third, align 8
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
