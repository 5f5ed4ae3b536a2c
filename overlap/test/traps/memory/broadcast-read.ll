; The buffer of a broadcast is not read before the wait.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibcast(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}load double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Bcast(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  %value = load double, ptr %buffer
  store double %value, ptr %other, align 8
  ret void
}
