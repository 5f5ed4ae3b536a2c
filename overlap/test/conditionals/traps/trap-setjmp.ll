; Where setjmp comes back the request may be anything.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@place = external global [200 x i8]
declare i32 @setjmp(ptr) returns_twice

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br label %on
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  %again = call i32 @setjmp(ptr @place) returns_twice
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
