; The received message is read behind the conditional.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK: on:
; CHECK-NOT: store double
; CHECK: {{.*}}@bamboo.MPI_Wait
; CHECK: %value = load double, ptr %buffer
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  %request = alloca ptr
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr null)
  br label %on
on:
  %value = load double, ptr %buffer, align 8
  store double %value, ptr %other, align 8
  ret void
}
