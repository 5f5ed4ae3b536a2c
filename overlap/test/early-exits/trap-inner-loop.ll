; The way behind the branch is a loop, which would wait in each iteration.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br i1 %done
; CHECK-NOT: call {{.*}}@MPI_Wait
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %place = getelementptr double, ptr %other, i64 %i
  %received = load double, ptr %buffer, align 8
  store double %received, ptr %place, align 8
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 10
  br i1 %again, label %loop, label %end
end:
  ret void
}
