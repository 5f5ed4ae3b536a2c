; A variable on the stack whose address went elsewhere is shared.
; RUN: %overlap_ir %s | FileCheck %s

declare void @keeps(ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibarrier(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program() {
  %local = alloca double
  call void @keeps(ptr %local)
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %local, align 8
  ret void
}
