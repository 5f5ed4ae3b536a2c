; The request is started in one conditional and waited for in another one. Where it is not waited for it stays what it is.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: starts:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK: waits:
; CHECK-NEXT: store i32 1, ptr %bamboo.count
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: %[[COUNT:.*]] = load i32, ptr %bamboo.count
; CHECK-NEXT: {{.*}}@bamboo.MPI_Waitall(i32 %[[COUNT]], ptr %request, ptr null)
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %request, ptr null)
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i1 %when) {
  %request = alloca ptr
  br i1 %which, label %starts, label %between
starts:
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  br label %between
between:
  br i1 %when, label %waits, label %on
waits:
  call i32 @MPI_Wait(ptr %request, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  call i32 @MPI_Wait(ptr %request, ptr null)
  ret void
}
