; An assumption of the compiler about values is no statement.
; RUN: %overlap_ir %s | FileCheck %s

declare void @llvm.assume(i1)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@llvm.assume
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %sure) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @llvm.assume(i1 %sure)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
