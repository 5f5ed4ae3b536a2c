; The same on the path on which the condition does not hold.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store ptr @ompi_request_null
; CHECK-NEXT: br i1 %which, label %[[ON:[0-9]+]], label %[[STARTS:[a-z.]+]]
; CHECK: [[STARTS]]:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br label %[[ON]]
; CHECK: [[ON]]:
; CHECK-NEXT: store double
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %on, label %receives
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
