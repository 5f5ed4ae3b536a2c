; A function of that name with arguments of other types is not MPI's.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Barrier(double)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: call i32 @MPI_Barrier(double
; CHECK-NEXT: {{.*}}ret i32 %error
define i32 @program(ptr noalias %buffer, ptr noalias %other) {
  %error = call i32 @MPI_Barrier(double 1.0)
  ret i32 %error
}
