; An initiation rises out of the conditional with its condition, above the computation.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store ptr @ompi_request_null
; CHECK-NEXT: br i1 %which, label %[[STARTS:[a-z.]+]], label %[[ON:[0-9]+]]
; CHECK: [[STARTS]]:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br label %[[ON]]
; CHECK: [[ON]]:
; CHECK-NEXT: store double 1.000000e+00, ptr %other
; CHECK-NEXT: br i1 %which, label %receives, label %on
; CHECK: receives:
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
