; Fortran's null request of Open MPI.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@mpi_fortran_bottom_ = common global [28 x i8] zeroinitializer
@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17

; CHECK-LABEL: define void @program(
; CHECK: %[[OWN:.*]] = alloca i32
; CHECK: %error = alloca i32
; CHECK: store i32 0, ptr %[[REQUEST:.*]],
; CHECK: br i1 %which
; CHECK: receives:
; CHECK-NEXT: call void @mpi_ibcast_({{.*}}, ptr %[[REQUEST]], ptr %[[ERROR:bamboo.error[0-9]*]])
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: call void @bamboo.mpi_wait_(ptr %[[REQUEST]], ptr %{{.*}}, ptr %[[OWN]])
define void @program(i1 %which) {
  %error = alloca i32
  br i1 %which, label %receives, label %on
receives:
  call void @mpi_bcast_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @handle, ptr %error)
  br label %on
on:
  store double 1.0, ptr @data
  ret void
}
