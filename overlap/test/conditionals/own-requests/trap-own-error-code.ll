; The conditional looks at the result of the completion.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: %error = call i32 @MPI_Wait(ptr %request
; CHECK-NEXT: br label %on
define i32 @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  %request = alloca ptr
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  %error = call i32 @MPI_Wait(ptr %request, ptr null)
  br label %on
on:
  %all = phi i32 [ 0, %0 ], [ %error, %receives ]
  store double 1.000000e+00, ptr %other, align 8
  ret i32 %all
}
