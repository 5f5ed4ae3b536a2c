; The buffer lives until the wait.
; RUN: %overlap_ir %s | FileCheck %s

declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}store double 2
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}lifetime.end
define void @program(ptr noalias %other) {
  %local = alloca [4 x double]
  call i32 @MPI_Recv(ptr %local, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  call void @llvm.lifetime.end.p0(i64 32, ptr %local)
  store double 2.000000e+00, ptr %other, align 8
  ret void
}
