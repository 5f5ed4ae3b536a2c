; Operations in a circle with two entries stay in their blocks.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: one:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br i1
; CHECK: two:
; CHECK-NEXT: {{.*}}@MPI_Isend(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}br i1
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %one, label %two
one:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %two, label %out
two:
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %one, label %out
out:
  ret void
}
