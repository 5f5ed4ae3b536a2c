; A value that the conditional reads is read under its condition, and known at its former place.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: br i1 %which, label %bamboo.starts
; CHECK: bamboo.starts:
; CHECK-NEXT: %address = load ptr, ptr %place
; CHECK-NEXT: {{.*}}@MPI_Irecv(ptr %address
; CHECK: %[[RISEN:.*]] = phi ptr {{.*}}[ %address, %bamboo.starts ]
; CHECK: store double 1.0
; CHECK: receives:
; CHECK-NEXT: store ptr %[[RISEN]], ptr %kept
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, ptr noalias %place, ptr noalias %kept) {
  store double 1.000000e+00, ptr %other, align 8
  br i1 %which, label %receives, label %on
receives:
  %address = load ptr, ptr %place
  call i32 @MPI_Recv(ptr %address, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store ptr %address, ptr %kept
  br label %on
on:
  ret void
}
