; A function with a loop that may not end is not passed.
; RUN: %overlap_ir %s | FileCheck %s

define void @spins(ptr %flag) {
entry:
  br label %again
again:
  %value = load i32, ptr %flag
  %go = icmp eq i32 %value, 0
  br i1 %go, label %again, label %done
done:
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@spins
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @spins(ptr %other)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
