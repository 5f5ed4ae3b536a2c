; Where the way goes on another one joins it, which has nothing to wait for.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br i1 %done
; CHECK-NOT: call {{.*}}@MPI_Wait
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done, i1 %which) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  br label %end
end:
  ret void
}
