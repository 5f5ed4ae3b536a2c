; A variable whose address is passed on as a number may be known to other ranks.
; RUN: %overlap_ir %s | FileCheck %s

@own = internal global double 0.000000e+00

declare void @tell(i64)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibarrier(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program() {
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr @own, align 8
  call void @tell(i64 add (i64 ptrtoint (ptr @own to i64), i64 8))
  ret void
}
