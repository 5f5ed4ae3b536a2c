; Initiations keep their order: what starts in front of the conditional starts first.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %second
; CHECK: br i1 %which, label %bamboo.starts
; CHECK: @MPI_Irecv(ptr %buffer
; CHECK: store double 1.0
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %second) {
  call i32 @MPI_Recv(ptr %second, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
