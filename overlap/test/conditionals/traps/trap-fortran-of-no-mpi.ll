; A unit that does not show which MPI it is for has no null request for the other ways.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17

; CHECK-LABEL: define void @program(
; CHECK: receives:
; CHECK: call void @mpi_ibcast_(
; CHECK: call void @mpi_wait_(
; CHECK: br label %on
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
