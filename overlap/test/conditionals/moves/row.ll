; Messages of several conditionals are under way at the same time: completions pass what starts in others.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Isend(ptr %buffer
; CHECK-NOT: MPI_Wait
; CHECK: @MPI_Isend(ptr %second
; CHECK-NOT: MPI_Wait
; CHECK: @MPI_Irecv(ptr %third
; CHECK-NOT: MPI_Wait
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %third, ptr noalias %other, i1 %left, i1 %right) {
  br i1 %left, label %one, label %first
one:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  br label %first
first:
  br i1 %right, label %two, label %between
two:
  call i32 @MPI_Send(ptr %second, i32 4, ptr @ompi_mpi_double, i32 1, i32 0, ptr @ompi_mpi_comm_world)
  br label %between
between:
  br i1 %left, label %three, label %on
three:
  call i32 @MPI_Recv(ptr %third, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
