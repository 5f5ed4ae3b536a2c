; Packing in the conditional rises in its order, with a value that is read before it is replaced and known at its former place.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: br i1 %which, label %bamboo.starts
; CHECK: bamboo.starts:
; CHECK-NEXT: %old = load double, ptr %buffer
; CHECK-NEXT: store double 3.0{{.*}}, ptr %buffer
; CHECK-NEXT: {{.*}}@MPI_Isend(
; CHECK: %[[RISEN:.*]] = phi double {{.*}}[ %old, %bamboo.starts ]
; CHECK: store double 1.0
; CHECK: sends:
; CHECK-NEXT: store double %[[RISEN]], ptr %third
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %third) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %sends, label %on
sends:
  %old = load double, ptr %buffer
  store double 3.0, ptr %buffer
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  store double %old, ptr %third
  br label %on
on:
  ret void
}
