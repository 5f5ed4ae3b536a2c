; strlen reads the buffer, also when its declaration says nothing.
; RUN: %overlap_ir %s | FileCheck %s

declare i64 @strlen(ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@strlen(
define i64 @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %length = call i64 @strlen(ptr %buffer)
  ret i64 %length
}
