; The status is there after the wait.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr {{.*}}, ptr %status)
; CHECK-NEXT: {{.*}}load i32
define void @program(ptr noalias %buffer, ptr noalias %status, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  %source = load i32, ptr %status
  store i32 %source, ptr %other, align 4
  ret void
}
