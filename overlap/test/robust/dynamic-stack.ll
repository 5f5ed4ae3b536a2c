; A variable array between two calls.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %buffer
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}alloca double
; CHECK-NEXT: {{.*}}@MPI_Irecv(ptr %array
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, i32 %n) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %array = alloca double, i32 %n
  call i32 @MPI_Recv(ptr %array, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret void
}
