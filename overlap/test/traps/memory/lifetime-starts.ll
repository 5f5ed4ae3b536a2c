; The buffer lives before the initiation.
; RUN: %overlap_ir %s | FileCheck %s

declare void @llvm.lifetime.start.p0(i64, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: lifetime.start
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %other) {
  %local = alloca [4 x double]
  store double 1.000000e+00, ptr %other, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr %local)
  call i32 @MPI_Recv(ptr %local, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret void
}
