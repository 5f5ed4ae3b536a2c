; A visible function reads the buffer through a pointer in memory.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @follows(ptr %place, ptr %other) nounwind willreturn {
  %p = load ptr, ptr %place
  %x = load double, ptr %p
  store double %x, ptr %other
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@follows
define void @program(ptr %buffer, ptr noalias %place, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @follows(ptr %place, ptr %other)
  ret void
}
