; A function of that name with other arguments is not MPI's.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Send(ptr, i32)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: call i32 @MPI_Send(ptr %buffer, i32 4)
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Send(ptr %buffer, i32 4)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
