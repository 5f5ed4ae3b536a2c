; A function to which longjmp may come back keeps its calls together.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @_setjmp(ptr) returns_twice

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other, ptr %jump) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  %again = call i32 @_setjmp(ptr %jump) returns_twice
  ret void
}
