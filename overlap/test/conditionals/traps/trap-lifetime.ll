; A buffer that lives only in the conditional is complete when it ends.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@llvm.lifetime.end
define void @program(ptr noalias %other, i1 %which) {
  %local = alloca [4 x double]
  br i1 %which, label %receives, label %on
receives:
  call void @llvm.lifetime.start.p0(i64 32, ptr %local)
  call i32 @MPI_Recv(ptr %local, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @llvm.lifetime.end.p0(i64 32, ptr %local)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
