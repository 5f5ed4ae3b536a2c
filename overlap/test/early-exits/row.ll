; Two messages are in flight together; each way waits for both.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare void @see(double)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: {{.*}}@MPI_Irecv(ptr %buffer
; CHECK: {{.*}}@MPI_Irecv(ptr %second
; CHECK-NEXT: br i1 %done, label %[[EARLY:.*]], label %on
; CHECK: [[EARLY]]:
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br label %end
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %buffer
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: load double, ptr %second
define void @program(ptr noalias %buffer, ptr noalias %second, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Recv(ptr %second, i32 4, ptr @ompi_mpi_double, i32 0, i32 1, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  %also = load double, ptr %second, align 8
  call void @see(double %received)
  call void @see(double %also)
  br label %end
end:
  ret void
}
