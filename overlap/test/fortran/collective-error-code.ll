; A collective is converted all the same: an error of the initiation is not lost.
; RUN: %overlap_ir %s | FileCheck %s

@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17

declare void @use(i32)

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       store i32 738197504, ptr %[[REQUEST:.*]], align
; CHECK:       call void @mpi_iallreduce_({{.*}}, ptr %[[REQUEST]], ptr %[[FIRST:.*]])
; CHECK:       %[[CODE:.*]] = load i32, ptr %[[FIRST]]
; CHECK:       call void @mpi_wait_(ptr %[[REQUEST]], ptr {{.*}}, ptr %error)
; CHECK:       %[[ALL:.*]] = select i1 {{.*}}, i32 %[[CODE]], i32
; CHECK:       store i32 %[[ALL]], ptr %error
define void @program() {
  %error = alloca i32
  call void @mpi_allreduce_(ptr @data, ptr @y, ptr @four, ptr @handle, ptr @four, ptr @handle, ptr %error)
  %code = load i32, ptr %error
  call void @use(i32 %code)
  ret void
}
