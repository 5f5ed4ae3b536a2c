; Only plain conditionals are left.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double 1.0
; CHECK: switch i32 %which
; CHECK: receives:
; CHECK: @MPI_Irecv(
define void @program(ptr noalias %buffer, ptr noalias %other, i32 %which) {
  store double 1.000000e+00, ptr %other, align 8
  switch i32 %which, label %on [ i32 1, label %receives ]
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  ret void
}
