; A visible function that reads the buffer moves along.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @works(ptr %p) nounwind willreturn {
  store double 1.0, ptr %p
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}call void @works
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @works(ptr %buffer)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
