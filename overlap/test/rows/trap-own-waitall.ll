; A function of the program with that name is not what completes.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %u
; CHECK-NOT: @MPI_Waitall(
; CHECK: @MPI_Wait(
; CHECK: @MPI_Irecv(
define i32 @MPI_Waitall(i32 %count, ptr %requests, ptr %statuses) {
  ret i32 0
}
define void @program(ptr %u, i64 %i, i32 %n, i32 %m, ptr noalias %other) {
  %row = getelementptr double, ptr %u, i64 %i
  call i32 @MPI_Recv(ptr %u, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Recv(ptr %row, i32 %m, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
