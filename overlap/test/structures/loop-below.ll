; A loop that ends is passed as a whole.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK: br label %again
; CHECK: on:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}ret void
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
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
