; In Fortran an inquiry reads its arguments and writes its results and the error code, all in variables.
; RUN: %overlap_ir %s | FileCheck %s

@y = internal global [4 x double] zeroinitializer
@data = internal global double 0.0
@four = internal constant i32 4
@handle = internal constant i32 17
@communicator = internal global i32 0

; CHECK-LABEL: define void @program
; CHECK:       call void @mpi_irecv_(
; CHECK-NEXT:  call void @mpi_comm_rank_(
; CHECK-NEXT:  store double
; CHECK-NEXT:  call void @mpi_wait_(
define void @program() {
  %error = alloca i32
  %status = alloca [6 x i32]
  %rank = alloca i32
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  call void @mpi_comm_rank_(ptr @handle, ptr %rank, ptr %error)
  store double 1.0, ptr @data
  ret void
}

; Its result is stored where the message arrives.
; CHECK-LABEL: define void @into_buffer
; CHECK:       call void @mpi_irecv_(
; CHECK-NEXT:  call void @mpi_wait_(
; CHECK-NEXT:  call void @mpi_comm_rank_(
define void @into_buffer() {
  %error = alloca i32
  %status = alloca [6 x i32]
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  call void @mpi_comm_rank_(ptr @handle, ptr @y, ptr %error)
  ret void
}

; What it reads arrives with the message.
; CHECK-LABEL: define void @of_message
; CHECK:       call void @mpi_irecv_(
; CHECK-NEXT:  call void @mpi_wait_(
; CHECK-NEXT:  call void @mpi_comm_rank_(ptr @communicator
define void @of_message() {
  %error = alloca i32
  %status = alloca [6 x i32]
  %rank = alloca i32
  call void @mpi_recv_(ptr @communicator, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  call void @mpi_comm_rank_(ptr @communicator, ptr %rank, ptr %error)
  ret void
}

; Both write the error code that the program looks at.
; CHECK-LABEL: define i32 @error_code
; CHECK:       call void @mpi_recv_(
; CHECK-NEXT:  call void @mpi_comm_rank_(
define i32 @error_code() {
  %error = alloca i32
  %status = alloca [6 x i32]
  %rank = alloca i32
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @four, ptr @four, ptr @handle, ptr %status, ptr %error)
  call void @mpi_comm_rank_(ptr @handle, ptr %rank, ptr %error)
  store double 1.0, ptr @data
  %code = load i32, ptr %error
  ret i32 %code
}
