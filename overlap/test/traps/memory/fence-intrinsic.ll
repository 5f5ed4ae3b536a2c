; An intrinsic that is a fence stays where it is.
; RUN: %overlap_ir %s | FileCheck %s

declare void @llvm.x86.sse2.mfence()

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}mfence
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @llvm.x86.sse2.mfence()
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
