; Who sends a broadcast does not change it before it is out.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibcast(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Bcast(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %buffer, align 8
  ret void
}
