; Two receives from the same rank keep their order, also when the second one has a large window above it.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %buffer
; CHECK: @MPI_Irecv(ptr %other
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %third, align 8
  call i32 @MPI_Recv(ptr %other, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret void
}
