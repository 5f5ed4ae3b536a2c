; MPI_BOTTOM of the program's own initiations: what arrives at the completion is anywhere.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@one = internal constant i32 1
@handle = internal constant i32 17

@global = global double 0.0

; CHECK-LABEL: define double @receives(
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: load double
define double @receives(ptr %type) {
  %request = alloca ptr
  call i32 @MPI_Irecv(ptr null, i32 1, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr null)
  %value = load double, ptr @global
  ret double %value
}

; CHECK-LABEL: define void @sends(
; CHECK: store double
; CHECK: @MPI_Isend(
; CHECK: @MPI_Wait(
; CHECK: store double
define void @sends(ptr %type) {
  %request = alloca ptr
  store double 1.0, ptr @global
  call i32 @MPI_Isend(ptr null, i32 1, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr null)
  store double 2.0, ptr @global
  ret void
}

; CHECK-LABEL: define double @fortran(
; CHECK: @mpi_irecv_(
; CHECK: @mpi_wait_(
; CHECK: load double
define double @fortran(ptr %type) {
  %error = alloca i32
  %status = alloca [6 x i32]
  %request = alloca i32
  call void @mpi_irecv_(ptr @mpi_fortran_bottom_, ptr @one, ptr %type, ptr @one, ptr @one, ptr @handle, ptr %request, ptr %error)
  call void @mpi_wait_(ptr %request, ptr %status, ptr %error)
  %value = load double, ptr @global
  ret double %value
}
