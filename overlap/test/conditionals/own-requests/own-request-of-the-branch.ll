; A request that is declared in the conditional lives on.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

; CHECK-NOT: @llvm.lifetime.{{.*}}%request
; CHECK-LABEL: define {{.*}}@program(
; CHECK: %bamboo.count = alloca i32
; CHECK:   store i32 0, ptr %bamboo.count
; CHECK-NEXT: br i1 %which
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: store i32 1, ptr %bamboo.count
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: %[[COUNT:.*]] = load i32, ptr %bamboo.count
; CHECK-NEXT: {{.*}}@bamboo.MPI_Waitall(i32 %[[COUNT]], ptr %request, ptr null)
; CHECK-NEXT: ret void
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  %request = alloca ptr
  br i1 %which, label %receives, label %on
receives:
  call void @llvm.lifetime.start.p0(i64 8, ptr %request)
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr null)
  call void @llvm.lifetime.end.p0(i64 8, ptr %request)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
