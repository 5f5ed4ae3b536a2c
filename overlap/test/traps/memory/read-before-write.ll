; Memory that a moved statement reads is not overwritten before.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @combine(ptr %a, ptr %b) nounwind willreturn {
  %x = load double, ptr %a
  %y = load double, ptr %b
  %s = fadd double %x, %y
  store double %s, ptr %a
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double {{.*}}%third
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@combine
; CHECK-NEXT: {{.*}}store double {{.*}}%other
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @combine(ptr %buffer, ptr %other)
  store double 1.000000e+00, ptr %other, align 8
  store double 1.000000e+00, ptr %third, align 8
  ret void
}
