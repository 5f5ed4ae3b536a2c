; Who looks at the error code asks on one way only.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: br label %on
define i32 @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %receives, label %on
receives:
  %error = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  %code = phi i32 [ 0, %0 ], [ %error, %receives ]
  store double 1.000000e+00, ptr %other, align 8
  ret i32 %code
}
