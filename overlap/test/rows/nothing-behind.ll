; Without computation behind the second row there is nothing to gain.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %u
; CHECK-NOT: @MPI_Waitall(
; CHECK: @MPI_Wait(
; CHECK: @MPI_Irecv(
define void @program(ptr %u, i64 %i, i32 %n, i32 %m, ptr noalias %other) {
  %row = getelementptr double, ptr %u, i64 %i
  call i32 @MPI_Recv(ptr %u, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Recv(ptr %row, i32 %m, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret void
}
