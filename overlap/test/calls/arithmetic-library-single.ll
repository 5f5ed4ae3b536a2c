; sqrtf, which has no other name in the list, as well.
; RUN: %overlap_ir %s | FileCheck %s

declare float @sqrtf(float)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@sqrtf
; CHECK-NEXT: {{.*}}store float
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, float %x) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %root = call float @sqrtf(float %x)
  store float %root, ptr %other
  ret void
}
