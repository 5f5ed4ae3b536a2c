; A visible function with a loop that ends is passed.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @works(ptr %other) {
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  %p = getelementptr double, ptr %other, i32 %i
  store double 1.000000e+00, ptr %p, align 8
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, 9
  br i1 %go, label %again, label %on
on:
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}call void @works
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @works(ptr %other)
  ret void
}
