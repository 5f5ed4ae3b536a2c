; A count is that of the message only behind the completion, and may not be written where a message arrives.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define void @of_status(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr {{.*}}, ptr %status)
; CHECK-NEXT: {{.*}}@MPI_Get_count(ptr %status
; CHECK-NEXT: load i32
define void @of_status(ptr noalias %buffer, ptr noalias %status, ptr noalias %count, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  call i32 @MPI_Get_count(ptr %status, ptr @ompi_mpi_double, ptr %count)
  %elements = load i32, ptr %count
  store i32 %elements, ptr %other
  ret void
}

; CHECK-LABEL: define void @into_buffer(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@MPI_Comm_rank(
define void @into_buffer(ptr noalias %buffer) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Comm_rank(ptr @ompi_mpi_comm_world, ptr %buffer)
  ret void
}
