; The program looks at the error code of its call.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK: {{.*}}@MPI_Irecv(
; CHECK: {{.*}}@MPI_Wait(
; CHECK-NEXT: select
; CHECK-NEXT: br i1 %done
; CHECK-NOT: call {{.*}}@MPI_Wait
define i32 @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  %error = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  br label %end
end:
  ret i32 %error
}
