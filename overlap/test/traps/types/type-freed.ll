; A datatype is freed after the wait.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Type_free(ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Isend(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@MPI_Type_free
define void @program(ptr noalias %buffer, ptr noalias %other, ptr %type, ptr noalias %last) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  call i32 @MPI_Type_free(ptr %other)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
