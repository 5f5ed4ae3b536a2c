; Where a loop may be left, and where its next iteration may begin, each way waits in the iteration that received.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: loop:
; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br i1 %done, label %[[LEAVES:.*]], label %more
; CHECK: [[LEAVES]]:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK: more:
; CHECK-NEXT: br i1 %skip, label %[[AGAIN:.*]], label %on
; CHECK: [[AGAIN]]:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br label %latch
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %buffer
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done, i1 %skip) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %latch ]
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %more
more:
  br i1 %skip, label %latch, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  br label %latch
latch:
  %next = add nuw nsw i32 %i, 1
  %again = icmp ult i32 %next, 10
  br i1 %again, label %loop, label %end
end:
  ret void
}
