; Output does not come before the wait, which might fail.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @printf(ptr, ...) memory(inaccessiblemem: readwrite)

@text = private constant [2 x i8] c"x\00"

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@printf
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 (ptr, ...) @printf(ptr @text)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
