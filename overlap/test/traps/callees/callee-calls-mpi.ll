; A visible function that calls MPI is not passed.
; RUN: %overlap_ir %s | FileCheck %s

define void @sends(ptr %p) {
  call i32 @MPI_Bsend(ptr %p, i32 1, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}call void @sends
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @sends(ptr %other)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
