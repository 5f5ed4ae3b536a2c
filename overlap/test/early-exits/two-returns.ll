; Behind a second early return it goes on as well; three ways, three waits, one of them on each.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: br i1 %done, label %[[FIRST:.*]], label %more
; CHECK: [[FIRST]]:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br label %end
; CHECK: more:
; CHECK-NEXT: br i1 %failed, label %[[SECOND:.*]], label %on
; CHECK: [[SECOND]]:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br label %end
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %buffer
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done, i1 %failed) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %more
more:
  br i1 %failed, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  br label %end
end:
  ret void
}
