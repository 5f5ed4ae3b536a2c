; One part of a switch goes on in the next one, which is passed.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: one:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br label %two
; CHECK: two:
; CHECK-NEXT: store double
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, i32 %which) {
  switch i32 %which, label %on [ i32 0, label %one
                                 i32 1, label %two ]
one:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %two
two:
  store double 2.000000e+00, ptr %second, align 8
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
