; A switch is passed as a whole.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}switch i32
; CHECK: on:
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i32 %which) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  switch i32 %which, label %on [ i32 1, label %one
  i32 2, label %two ]
one:
  store double 1.000000e+00, ptr %other, align 8
  br label %two
two:
  store double 2.000000e+00, ptr %other, align 8
  br label %on
on:
  ret void
}
