; An operation that the pass does not follow, as one of Fortran's own, may have a window.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK: @bamboo_overlap_has_early_messages = weak_odr constant i32 1

define void @start_(ptr %out, ptr %count, ptr %type, ptr %peer, ptr %tag, ptr %world, ptr %request, ptr %error) {
  call void @mpi_isend_(ptr %out, ptr %count, ptr %type, ptr %peer, ptr %tag, ptr %world, ptr %request, ptr %error)
  ret void
}
