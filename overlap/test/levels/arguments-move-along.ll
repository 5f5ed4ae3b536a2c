; The computation of the arguments moves up with the initiation.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: %n = add
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: {{.*}}@MPI_Isend(ptr %place, i32 %n
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i32 %m) {
  store double 1.000000e+00, ptr %other, align 8
  %n = add i32 %m, 1
  %place = getelementptr double, ptr %buffer, i64 2
  call i32 @MPI_Send(ptr %place, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
