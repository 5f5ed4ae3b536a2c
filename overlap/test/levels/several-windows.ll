; Each of several operations has its own window and request.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %buffer{{.*}}, ptr %[[FIRST:.*]])
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %[[FIRST]]
; CHECK-NEXT: {{.*}}@MPI_Isend(ptr %third{{.*}}, ptr %[[SECOND:.*]])
; CHECK-NEXT: {{.*}}store double 2
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %[[SECOND]]
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  call i32 @MPI_Send(ptr %third, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double 2.000000e+00, ptr %other, align 8
  ret void
}
