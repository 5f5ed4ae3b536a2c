; A send of another conditional does not start before what was received is there: the receiver may take messages from any source.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=beyond -bamboo-overlap-no-wildcards %s | FileCheck %s --check-prefix=NAMED
; NAMED: @MPI_Irecv(
; NAMED-NOT: MPI_Wait
; NAMED: @MPI_Isend(
; NAMED: on:

; CHECK-LABEL: define {{.*}}@program(
; CHECK: between:
; CHECK-NEXT: store ptr @ompi_request_null
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: br i1 %right
; CHECK: two:
; CHECK-NEXT: {{.*}}@MPI_Isend(
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, i1 %left, i1 %right) {
  br i1 %left, label %one, label %between
one:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %between
between:
  br i1 %right, label %two, label %on
two:
  call i32 @MPI_Send(ptr %second, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
