; MPI_Sendrecv becomes two operations; the receive is posted first, and both have the window.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %third, i32 5, ptr @ompi_mpi_byte, i32 3, i32 4, ptr @ompi_mpi_comm_world, ptr %[[RECEIVE:.*]])
; CHECK-NEXT: {{.*}}@MPI_Isend(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 1, i32 2, ptr @ompi_mpi_comm_world, ptr %[[SEND:.*]])
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %[[SEND]], ptr null)
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %[[RECEIVE]], ptr %status)
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third, ptr noalias %status) {
  call i32 @MPI_Sendrecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 1, i32 2, ptr %third, i32 5, ptr @ompi_mpi_byte, i32 3, i32 4, ptr @ompi_mpi_comm_world, ptr %status)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
