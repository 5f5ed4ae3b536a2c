; A call alone is no problem.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibarrier(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}ret void
define void @program() {
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  ret void
}
