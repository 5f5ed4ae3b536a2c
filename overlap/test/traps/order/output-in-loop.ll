; A loop with output is not passed.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @puts(ptr) memory(inaccessiblemem: readwrite)

@a = private constant [2 x i8] c"a\00"

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br label %again
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %again
again:
  %i = phi i32 [ 0, %0 ], [ %next, %again ]
  call i32 @puts(ptr @a)
  %next = add i32 %i, 1
  %go = icmp slt i32 %next, 9
  br i1 %go, label %again, label %on
on:
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
