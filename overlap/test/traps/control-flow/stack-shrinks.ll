; The buffer is a variable array: the stack shrinks after the wait.
; RUN: %overlap_ir %s | FileCheck %s

declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}stackrestore
define void @program(ptr noalias %other, i64 %n, ptr noalias %last) {
  %sp = call ptr @llvm.stacksave.p0()
  %local = alloca double, i64 %n
  call i32 @MPI_Recv(ptr %local, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  call void @llvm.stackrestore.p0(ptr %sp)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
