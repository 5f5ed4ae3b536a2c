; Where the function may return early the completion goes on on the other way, and each way waits once.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br i1 %done, label %[[EARLY:.*]], label %on
; CHECK: [[EARLY]]:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br label %end
; CHECK: on:
; CHECK-NEXT: store double 1.000000e+00, ptr %other
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %buffer
define double @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  br label %end
end:
  %result = phi double [ 0.0, %0 ], [ 1.0, %on ]
  ret double %result
}

declare void @see(double)
