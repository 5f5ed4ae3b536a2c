; Loops that end are passed on the way.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK: @MPI_Irecv(
; CHECK: loop:
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %third) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %loop
loop:
  %i = phi i64 [ 0, %receives ], [ %next, %loop ]
  %cell = getelementptr double, ptr %third, i64 %i
  store double 1.000000e+00, ptr %cell, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, 10
  br i1 %more, label %loop, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
