; Rows that are received under guards: on the ways that start nothing the first one is empty.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store ptr @ompi_request_null, ptr %[[REQUEST:.*]],
; CHECK: one:
; CHECK: @MPI_Irecv(ptr %first
; CHECK: between:
; CHECK: two:
; CHECK: @MPI_Waitall(i32 %{{.*}}, ptr %[[REQUEST]], ptr null)
; CHECK-NEXT: @MPI_Irecv(ptr %row
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: @bamboo.MPI_Wait(ptr %[[REQUEST]]
; CHECK-NEXT: @bamboo.MPI_Wait(
define void @program(ptr %u, i64 %i, i32 %n, i32 %m, ptr noalias %other, i1 %left, i1 %right) {
  br i1 %left, label %one, label %between
one:
  %first = getelementptr double, ptr %u, i64 %i
  call i32 @MPI_Recv(ptr %first, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %between
between:
  br i1 %right, label %two, label %on
two:
  %row = getelementptr double, ptr %u, i64 8
  call i32 @MPI_Recv(ptr %row, i32 %m, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
