; The row at the start of an array of known place.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@a = internal global [100 x double] zeroinitializer

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr @a
; CHECK: @MPI_Waitall(
; CHECK-NEXT: @MPI_Irecv(ptr %row
; CHECK: @MPI_Waitall(
; CHECK-NEXT: @MPI_Irecv(
; CHECK-NEXT: store double
; CHECK-NEXT: @MPI_Wait(
; CHECK-NEXT: @MPI_Wait(
; CHECK-NEXT: @MPI_Wait(
define void @program(i64 %i, i32 %n, i32 %m, ptr noalias %other) {
  %row = getelementptr double, ptr @a, i64 %i
  call i32 @MPI_Recv(ptr @a, i32 10, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Recv(ptr %row, i32 10, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Recv(ptr getelementptr (double, ptr @a, i64 20), i32 %m, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
