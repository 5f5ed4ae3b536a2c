; Beyond: both messages are under way at the same time.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Isend(ptr %buffer{{.*}}, ptr %[[FIRST:.*]])
; CHECK-NEXT: {{.*}}@MPI_Isend(ptr %other{{.*}}, ptr %[[SECOND:.*]])
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %[[FIRST]]
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %[[SECOND]]
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  call i32 @MPI_Send(ptr %other, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %third, align 8
  ret void
}
