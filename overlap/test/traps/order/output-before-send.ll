; Output does not come behind the initiation.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @printf(ptr, ...) memory(inaccessiblemem: readwrite)

@text = private constant [2 x i8] c"x\00"

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @printf
; CHECK-NEXT: {{.*}}@MPI_Isend(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  store double 1.000000e+00, ptr %other, align 8
  call i32 (ptr, ...) @printf(ptr @text)
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
