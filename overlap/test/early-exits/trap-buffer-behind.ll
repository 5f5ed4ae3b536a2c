; Behind the branch comes at once what was received.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NOT: call {{.*}}@MPI_Wait
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %on
on:
  %received = load double, ptr %buffer, align 8
  store double %received, ptr %other, align 8
  call void @see(double %received)
  br label %end
end:
  ret void
}
