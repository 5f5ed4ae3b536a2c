; The shorter way is left by its own wait; what it does with what was received comes behind that.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br i1 %done, label %early, label %on
; CHECK: early:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %buffer
; CHECK: on:
; CHECK-NEXT: store double 1.0
; CHECK: store double 2.0
; CHECK: store double 3.0
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %buffer
define double @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %early, label %on
early:
  %first = load double, ptr %buffer, align 8
  ret double %first
on:
  store double 1.000000e+00, ptr %other, align 8
  %second = getelementptr double, ptr %other, i64 1
  store double 2.000000e+00, ptr %second, align 8
  %third = getelementptr double, ptr %other, i64 2
  store double 3.000000e+00, ptr %third, align 8
  %received = load double, ptr %buffer, align 8
  ret double %received
}
