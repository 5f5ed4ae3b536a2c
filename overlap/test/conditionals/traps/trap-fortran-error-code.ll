; The error code that the program looks at is not written on the other way.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@mpipriv1_ = common global [28 x i8] zeroinitializer
@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK: call void @mpi_ibcast_(
; CHECK: call void @mpi_wait_(
; CHECK: br label %on
define i32 @program(i1 %which) {
  %error = alloca i32
  store i32 5, ptr %error
  br i1 %which, label %receives, label %on
receives:
  call void @mpi_bcast_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @handle, ptr %error)
  br label %on
on:
  store double 1.0, ptr @data
  %code = load i32, ptr %error
  ret i32 %code
}
