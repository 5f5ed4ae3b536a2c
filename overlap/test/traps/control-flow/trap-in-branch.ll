; One branch stops the program without a call.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br i1 %bad
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %bad) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %bad, label %die, label %on
die:
  unreachable
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
