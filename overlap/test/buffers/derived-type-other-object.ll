; A derived type stays within its object.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, ptr %type) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
