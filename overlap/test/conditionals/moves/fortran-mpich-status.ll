; MPICH's ignored status lies inside of a common block.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@mpipriv1_ = common global [28 x i8] zeroinitializer
@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17
@requests = internal global i32 0

; CHECK-LABEL: define void @program(
; CHECK: store i32 738197504, ptr %[[REQUEST:.*]],
; CHECK: br i1 %which
; CHECK: receives:
; CHECK-NEXT: call void @mpi_irecv_({{.*}}, ptr %[[REQUEST]], ptr %[[ERROR:bamboo.error[0-9]*]])
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: call void @bamboo.mpi_wait_(ptr %[[REQUEST]],
define void @program(i1 %which) {
  %error = alloca i32
  br i1 %which, label %receives, label %on
receives:
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle,
                       ptr getelementptr inbounds (i8, ptr @mpipriv1_, i64 8), ptr %error)
  br label %on
on:
  store double 1.0, ptr @data
  ret void
}
