; A statement that moves along with the completion is needed on all paths.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %buffer
; CHECK-NEXT: br i1 %done
; CHECK-NOT: call {{.*}}@MPI_Wait
define double @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %received = load double, ptr %buffer, align 8
  br i1 %done, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  store double %received, ptr %buffer, align 8
  br label %end
end:
  ret double %received
}
