; Both branches receive: each request is null on the other way.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK-DAG: store ptr @ompi_request_null, ptr %[[FIRST:.*]], align
; CHECK-DAG: store ptr @ompi_request_null, ptr %[[SECOND:.*]], align
; CHECK: br i1 %which
; CHECK: one:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br label %on
; CHECK: two:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
; CHECK-NEXT: ret void
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, i1 %which) {
  br i1 %which, label %one, label %two
one:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
two:
  call i32 @MPI_Recv(ptr %second, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
