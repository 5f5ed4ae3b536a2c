; In an iteration it rises to its beginning, not out of the loop.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: body:
; CHECK: br i1 %which, label %bamboo.starts
; CHECK: @MPI_Irecv(
; CHECK: store double 1.0
; CHECK: @bamboo.MPI_Wait(
; CHECK: br i1 %more
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br label %body
body:
  %i = phi i32 [ 0, %0 ], [ %next, %on ]
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 9
  br i1 %more, label %body, label %end
end:
  ret void
}
