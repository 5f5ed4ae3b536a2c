; Each way closes its window, and counts what is not pending any more.
; RUN: %overlap_ir -bamboo-overlap-level=beyond -bamboo-measure-windows -bamboo-overlap-polls %s | FileCheck %s

declare void @see(double)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: call void @bamboo_window_opens(
; CHECK: atomicrmw add ptr @bamboo_overlap_pending, i32 1
; CHECK: early:
; CHECK: call void @bamboo_window_closes(
; CHECK-NEXT: call i32 @MPI_Wait(
; CHECK-NEXT: call void @bamboo_window_waited(
; CHECK: atomicrmw add ptr @bamboo_overlap_pending, i32 -1
; CHECK: on:
; CHECK: store double
; CHECK: call void @bamboo_window_closes(
; CHECK-NEXT: call i32 @MPI_Wait(
; CHECK-NEXT: call void @bamboo_window_waited(
; CHECK: atomicrmw add ptr @bamboo_overlap_pending, i32 -1
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %early, label %on
early:
  ret void
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  ret void
}
