; Out of a conditional in a conditional: the request is set in front of the outer one.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK-NEXT: %[[REQUEST:.*]] = alloca ptr
; CHECK-NEXT: store ptr @ompi_request_null, ptr %[[REQUEST]]
; CHECK-NEXT: br i1 %which
; CHECK: inner:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br label %between
; CHECK: between:
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i1 %this) {
  br i1 %which, label %outer, label %on
outer:
  br i1 %this, label %inner, label %between
inner:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %between
between:
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
