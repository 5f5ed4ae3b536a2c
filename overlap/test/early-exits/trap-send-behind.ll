; A send on the way on does not start before what was received is there.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br i1 %done
; CHECK: @MPI_Isend(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %on
on:
  call i32 @MPI_Send(ptr %other, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  br label %end
end:
  ret void
}
