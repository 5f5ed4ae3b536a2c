; Each wait fills the program's status.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br i1 %done, label %early, label %on
; CHECK: early:
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %bamboo.request, ptr %status)
; CHECK-NEXT: load i32, ptr %status
; CHECK: on:
; CHECK: {{.*}}@MPI_Wait(ptr %bamboo.request, ptr %status)
; CHECK-NEXT: load double, ptr %buffer
define i32 @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %status, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %status)
  br i1 %done, label %early, label %on
early:
  %who = load i32, ptr %status, align 4
  ret i32 %who
on:
  store double 1.000000e+00, ptr %other, align 8
  %second = getelementptr double, ptr %other, i64 1
  store double 2.000000e+00, ptr %second, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  ret i32 0
}
