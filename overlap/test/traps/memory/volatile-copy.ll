; A volatile memcpy stays where it is.
; RUN: %overlap_ir %s | FileCheck %s

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}call void @llvm.memset
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @llvm.memset.p0.i64(ptr %other, i8 0, i64 8, i1 true)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
