; Memory of a status that is used for something else keeps that.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr {{.*}}, ptr %status)
; CHECK-NEXT: {{.*}}store i32 7
define void @program(ptr noalias %buffer, ptr noalias %status) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  store i32 7, ptr %status, align 4
  ret void
}
