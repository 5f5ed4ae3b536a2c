; Fortran's collectives ask for their form as C's do; everything is handed over by reference.
; RUN: %overlap_ir -bamboo-overlap=worthwhile -bamboo-overlap-library %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-library %s | FileCheck %s --check-prefix=ALWAYS

; CHECK-LABEL: define void @waits_(
; CHECK: call void @bamboo.mpi_barrier_(ptr %world, ptr %error)
define void @waits_(ptr %world, ptr %error) {
  call void @mpi_barrier_(ptr %world, ptr %error)
  ret void
}

; CHECK-LABEL: define internal void @bamboo.mpi_barrier_(ptr %0, ptr %1)
; CHECK: %[[STATUS:.*]] = alloca [32 x i32]
; CHECK: %[[REQUEST:.*]] = alloca i32
; CHECK: call i32 @bamboo_overlap_form_fortran(ptr %0, i32 0, ptr null)
; CHECK: tail call void @mpi_barrier_(ptr %0, ptr %1)
; CHECK: call void @mpi_ibarrier_(ptr %0, ptr %[[REQUEST]], ptr %1)
; CHECK-NEXT: load i32, ptr %1
; CHECK: call void @mpi_wait_(ptr %[[REQUEST]], ptr %[[STATUS]], ptr %1)

; ALWAYS: @bamboo_overlap_has_collective_windows
; ALWAYS-LABEL: define internal void @bamboo.mpi_ibarrier_(ptr %0, ptr %1, ptr %2, i32 %3, ptr %4)
; ALWAYS: call i32 @bamboo_overlap_form_fortran(ptr %0, i32 %3, ptr %4)
; ALWAYS: call void @bamboo_overlap_no_request_fortran(ptr %1)
; ALWAYS-NEXT: tail call void @mpi_barrier_(ptr %0, ptr %2)
; ALWAYS: call void @mpi_ibarrier_(ptr %0, ptr %1, ptr %2)
