; A variable that holds an argument, as an inlined procedure has it, ends behind the call. The completion passes the end
; of its lifetime.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call void @mpi_irecv_(
; CHECK-NOT:   call void @llvm.lifetime.end.p0(i64 4, ptr %count)
; CHECK:       call void @compute()
; CHECK:       call void @mpi_wait_(
define void @program() {
  %error = alloca i32
  %status = alloca [6 x i32]
  %count = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %count)
  call void @llvm.lifetime.start.p0(i64 4, ptr %error)
  store i32 4, ptr %count
  call void @mpi_recv_(ptr @y, ptr %count, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  call void @llvm.lifetime.end.p0(i64 4, ptr %error)
  call void @llvm.lifetime.end.p0(i64 4, ptr %count)
  call void @compute()
  ret void
}
