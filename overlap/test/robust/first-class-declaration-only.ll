; A declaration alone changes nothing.
; RUN: %overlap_ir %s | FileCheck %s

declare void @takes(ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double
; CHECK-NEXT: {{.*}}call void @takes(ptr @MPI_Send)
define void @program(ptr %other) {
  store double 1.000000e+00, ptr %other, align 8
  call void @takes(ptr @MPI_Send)
  ret void
}
