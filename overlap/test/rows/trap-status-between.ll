; A status that is used in between keeps the completion in front of it.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %u
; CHECK-NOT: @MPI_Waitall(
; CHECK: @MPI_Wait(
; CHECK: @MPI_Irecv(
define void @program(ptr %u, i64 %i, i32 %n, i32 %m, ptr noalias %other) {
  %status = alloca [24 x i8]
  call i32 @MPI_Recv(ptr %u, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  %source = load i64, ptr %status
  %row = getelementptr double, ptr %u, i64 %source
  call i32 @MPI_Recv(ptr %row, i32 %m, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
