; A call in the other branch is executed while no operation is pending.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare i32 @MPI_Probe()

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br label %on
; CHECK: else:
; CHECK-NEXT: {{.*}}@MPI_Probe(
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %receives, label %else
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
else:
  call i32 @MPI_Probe()
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
