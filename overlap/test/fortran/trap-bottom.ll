; At MPI_BOTTOM a type says where the data is: anywhere.
; RUN: %overlap_ir %s | FileCheck %s

@mpipriv1_ = common global [28 x i8] zeroinitializer
@data = global double 0.0
@one = internal constant i32 1
@handle = internal constant i32 17

; CHECK-LABEL: define double @open_mpi(
; CHECK: call void @mpi_irecv_(
; CHECK-NEXT: call void @mpi_wait_(
; CHECK-NEXT: load double
define double @open_mpi(ptr %type) {
  %error = alloca i32
  %status = alloca [6 x i32]
  call void @mpi_recv_(ptr @mpi_fortran_bottom_, ptr @one, ptr %type, ptr @one, ptr @one, ptr @handle, ptr %status, ptr %error)
  %value = load double, ptr @data
  ret double %value
}

; CHECK-LABEL: define double @mpich(
; CHECK: call void @mpi_irecv_(
; CHECK-NEXT: call void @mpi_wait_(
; CHECK-NEXT: load double
define double @mpich(ptr %type) {
  %error = alloca i32
  %status = alloca [6 x i32]
  call void @mpi_recv_(ptr @mpipriv1_, ptr @one, ptr %type, ptr @one, ptr @one, ptr @handle, ptr %status, ptr %error)
  %value = load double, ptr @data
  ret double %value
}
