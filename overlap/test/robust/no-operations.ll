; A module without operations is left as it is.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double
; CHECK-NEXT: {{.*}}ret void
define void @program(ptr %other) {
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
