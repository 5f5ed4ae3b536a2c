; The request is not pending when the next iteration sets it: the walk ends with the loop.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: on:
; CHECK: @bamboo.MPI_Wait(
; CHECK-NEXT: br i1 %more
; CHECK: end:
; CHECK-NOT: call
; CHECK: ret void
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i1 %this) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %on ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 10
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  br i1 %more, label %again, label %end
end:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
