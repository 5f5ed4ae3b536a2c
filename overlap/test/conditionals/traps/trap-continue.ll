; A path that goes on in the next iteration has no block to meet in this one.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br i1 %more
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i1 %this) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %receives ], [ %next, %on ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 10
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %more, label %again, label %end
on:
  store double 1.000000e+00, ptr %other, align 8
  br i1 %more, label %again, label %end
end:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
