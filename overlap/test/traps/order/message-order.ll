; Two messages to the same rank keep their order.
; RUN: %overlap_ir %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck --check-prefix=BEYOND %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Isend(ptr %buffer
; CHECK: @MPI_Isend(ptr %other
; BEYOND-LABEL: define {{.*}}@program(
; BEYOND: @MPI_Isend(ptr %buffer
; BEYOND: @MPI_Isend(ptr %other
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  call i32 @MPI_Send(ptr %other, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
