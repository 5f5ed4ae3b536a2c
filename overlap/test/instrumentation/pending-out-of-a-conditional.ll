; A completion that has left its conditional takes one off the counter on every way, so one is added on every way.
; RUN: %overlap_ir -bamboo-overlap-level=beyond -bamboo-overlap-polls %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store ptr @ompi_request_null
; CHECK-NEXT: atomicrmw add ptr @bamboo_overlap_pending, i32 1 monotonic
; CHECK-NEXT: br i1 %which
; CHECK: on:
; CHECK: @bamboo.MPI_Wait(
; CHECK-NEXT: atomicrmw add ptr @bamboo_overlap_pending, i32 -1 monotonic
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
