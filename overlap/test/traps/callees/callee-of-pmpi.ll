; PMPI functions are MPI.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @PMPI_Barrier(ptr) nounwind willreturn memory(none)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@PMPI_Barrier
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @PMPI_Barrier(ptr @ompi_mpi_comm_world)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
