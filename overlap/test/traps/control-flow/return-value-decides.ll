; A branch on the return value follows the wait.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: %failed = icmp
; CHECK-NEXT: {{.*}}br i1 %failed
define void @program(ptr noalias %buffer, ptr noalias %other) {
  %error = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %failed = icmp ne i32 %error, 0
  br i1 %failed, label %bad, label %good
bad:
  store double 2.000000e+00, ptr %other, align 8
  br label %good
good:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
