; The initiation leaves nested conditionals: each condition is evaluated again, and statements between them stay.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: br i1 %which, label %[[OUTER:[a-z.0-9]+]], label %[[ON:[0-9]+]]
; CHECK: [[OUTER]]:
; CHECK-NEXT: br i1 %inner, label %[[STARTS:[a-z.0-9]+]], label %{{[0-9]+}}
; CHECK: [[STARTS]]:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK: [[ON]]:
; CHECK-NEXT: store double 1.0
; CHECK: first:
; CHECK-NEXT: store double 2.0
; CHECK: br i1 %inner
; CHECK: receives:
; CHECK-NEXT: br label %between
; CHECK: on:
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i1 %inner) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %first, label %on
first:
  store double 2.000000e+00, ptr %other, align 8
  br i1 %inner, label %receives, label %between
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %between
between:
  br label %on
on:
  ret void
}
