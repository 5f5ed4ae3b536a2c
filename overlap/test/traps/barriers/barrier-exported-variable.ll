; A variable that other modules see may be part of a window.
; RUN: %overlap_ir %s | FileCheck %s

@shared = global double 0.0

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibarrier(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program() {
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr @shared, align 8
  ret void
}
