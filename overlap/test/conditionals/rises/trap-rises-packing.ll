; The conditional packs before it sends, and behind the statements that write the packed values.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: load double, ptr %source
; CHECK: br i1 %which, label %sends
; CHECK: sends:
; CHECK: load double, ptr %other
; CHECK: store double %{{.*}}, ptr %buffer
; CHECK: @MPI_Isend(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %source) {
  %x = load double, ptr %source
  store double %x, ptr %other
  br i1 %which, label %sends, label %on
sends:
  %packed = load double, ptr %other
  store double %packed, ptr %buffer
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  br label %on
on:
  ret void
}
