; In a loop the request is set in every iteration, and completed in the same one.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: again:
; CHECK-NEXT: phi
; CHECK-NEXT: store ptr @ompi_request_null
; CHECK-NEXT: br i1 %which
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: %next
; CHECK-NEXT: %more
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: br i1 %more
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %on ]
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 10
  br i1 %more, label %again, label %end
end:
  ret void
}
