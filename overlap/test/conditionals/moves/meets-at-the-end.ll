; Ways that meet only where the function ends: what all of them do is passed.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br i1 %this
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: br label %end
; CHECK: end:
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i1 %this) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %this, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  br label %end
end:
  ret void
}
