; All ranks leave a barrier at one time, and the program reads that time.
; RUN: %overlap_ir %s | FileCheck %s

@text = private constant [4 x i8] c"%g\0A\00"
@other = internal global double 0.0

; CHECK-LABEL: define void @program(
; CHECK:       call i32 @MPI_{{(Wait|Barrier)}}(
; CHECK-NEXT:  call double @MPI_Wtime()
define void @program() {
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  %begin = call double @MPI_Wtime()
  store double 1.0, ptr @other
  call i32 (ptr, ...) @printf(ptr @text, double %begin)
  ret void
}
