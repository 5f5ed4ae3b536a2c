; A message with a window of one store stays blocking.
; RUN: %overlap_ir -bamboo-overlap=worthwhile %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK-NOT: bamboo.request
; CHECK: store double
; CHECK-NEXT: {{.*}}call i32 @MPI_Send(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
