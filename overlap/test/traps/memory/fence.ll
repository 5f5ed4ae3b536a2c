; A fence stays where it is.
; RUN: %overlap_ir %s | FileCheck %s

@ompi_mpi_double = external global i8
@ompi_mpi_comm_world = external global i8

declare i32 @MPI_Recv(ptr, i32, ptr, i32, i32, ptr, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}fence
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  fence seq_cst
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
