; Collectives on a communicator keep their order.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibcast(ptr %buffer
; CHECK: @MPI_Ibcast(ptr %other
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Bcast(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  call i32 @MPI_Bcast(ptr %other, i32 4, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
