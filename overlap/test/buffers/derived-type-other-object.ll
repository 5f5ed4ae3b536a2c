; A derived type stays within its object.
; RUN: %overlap_ir %s | FileCheck %s

@ompi_mpi_comm_world = external global i8

declare i32 @MPI_Recv(ptr, i32, ptr, i32, i32, ptr, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, ptr %type) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
