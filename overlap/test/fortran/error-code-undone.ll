; The error code of a collective that stays blocking is its own: what both halves would have said is gone with them.
; RUN: %split_ir -bamboo-overlap-library %s | FileCheck %s --implicit-check-not="load i32, ptr %bamboo.error"

@handle = internal constant i32 17

declare void @use(i32)

; CHECK-LABEL: define void @program
; CHECK:       call void @bamboo.mpi_barrier_(ptr @handle, ptr %error)
; CHECK-NEXT:  %code = load i32, ptr %error
; CHECK-NEXT:  call void @use(i32 %code)
define void @program() {
  %error = alloca i32
  call void @mpi_barrier_(ptr @handle, ptr %error)
  %code = load i32, ptr %error
  call void @use(i32 %code)
  ret void
}
