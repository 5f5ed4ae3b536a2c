; A time that is only printed is read while a request is pending, also in a function.
; RUN: %overlap_ir %s | FileCheck %s

@text = private constant [4 x i8] c"%g\0A\00"
@begin = internal global double 0.0

define internal double @seconds() noinline {
  %now = call double @MPI_Wtime()
  %begin = load double, ptr @begin
  %seconds = fsub double %now, %begin
  ret double %seconds
}

; CHECK-LABEL: define void @program(
; CHECK:       call i32 @MPI_Irecv(
; CHECK-NEXT:  call double @MPI_Wtime()
; CHECK-NEXT:  call double @seconds()
; CHECK-NEXT:  store double 1
; CHECK:       call i32 @MPI_Wait(
; CHECK-NEXT:  call i32 (ptr, ...) @printf(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %end = call double @MPI_Wtime()
  %seconds = call double @seconds()
  store double 1.0, ptr %other
  %sum = fadd double %end, %seconds
  call i32 (ptr, ...) @printf(ptr @text, double %sum)
  ret void
}
