; The count of MPI_Alltoall is for each rank: the buffer has as many blocks as there are ranks.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ialltoall(
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Alltoall(ptr %buffer, i32 1, ptr @ompi_mpi_double, ptr %other, i32 1, ptr @ompi_mpi_double, ptr @ompi_mpi_comm_world)
  %third = getelementptr double, ptr %buffer, i64 2
  store double 1.000000e+00, ptr %third, align 8
  ret void
}
