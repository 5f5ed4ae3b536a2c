; Output that belongs to an operation in front moves along with that, past the wait's place, and stays in front of the wait. The count is set behind it.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare i32 @puts(ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @puts(
; CHECK: store i32 1, ptr %bamboo.count
; CHECK-NEXT: br label %on
; CHECK: {{.*}}@MPI_Waitall(
define void @program(ptr noalias %buffer, ptr noalias %text, ptr noalias %other, i1 %which) {
  %request = alloca ptr
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Recv(ptr %text, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @puts(ptr %text)
  call i32 @MPI_Wait(ptr %request, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
