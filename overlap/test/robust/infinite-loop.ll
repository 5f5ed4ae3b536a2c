; A function that never returns keeps its window inside the loop.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: again:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br label %again
define void @program(ptr noalias %buffer, ptr noalias %other) {
  br label %again
again:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  br label %again
}
