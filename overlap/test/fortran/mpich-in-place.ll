; MPICH's MPI_IN_PLACE and its ignored status lie inside of common blocks: no memory of the program's.
; RUN: %overlap_ir %s | FileCheck %s

@mpipriv1_ = common global [28 x i8] zeroinitializer
@mpipriv2_ = common global [24 x i8] zeroinitializer
@four = internal constant i32 4
@double = internal constant i32 1275070495
@handle = internal constant i32 17

; CHECK-LABEL: define void @in_place(
; CHECK: call void @mpi_iallreduce_(
; CHECK-NEXT: store double
; CHECK-NEXT: call void @mpi_wait_(
define void @in_place(ptr noalias %y, ptr %other) {
  %error = alloca i32
  call void @mpi_allreduce_(ptr getelementptr inbounds (i8, ptr @mpipriv1_, i64 4), ptr %y, ptr @four, ptr @double, ptr @handle, ptr @handle, ptr %error)
  store double 1.0, ptr %other
  ret void
}

; CHECK-LABEL: define void @status(
; CHECK: call void @mpi_irecv_(
; CHECK-NEXT: store double
; CHECK-NEXT: call void @mpi_wait_(
define void @status(ptr noalias %y, ptr %other) {
  %error = alloca i32
  call void @mpi_recv_(ptr %y, ptr @four, ptr @double, ptr @four, ptr @four, ptr @handle, ptr getelementptr (i8, ptr @mpipriv1_, i64 8), ptr %error)
  store double 1.0, ptr %other
  ret void
}
