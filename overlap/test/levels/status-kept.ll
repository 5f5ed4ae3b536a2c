; The status is that of the completion.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %bamboo.request, ptr %status)
; CHECK-NEXT: {{.*}}load i32
define i32 @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %status) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  store double 1.000000e+00, ptr %other, align 8
  %source = load i32, ptr %status
  ret i32 %source
}
