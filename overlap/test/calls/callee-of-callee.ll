; Of functions that call functions the same is known.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @inner(ptr %p) nounwind {
  store double 1.0, ptr %p
  ret void
}

define internal void @outer(ptr %p) nounwind {
  %q = getelementptr double, ptr %p, i64 3
  call void @inner(ptr %q)
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}call void @outer
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @outer(ptr %other)
  ret void
}
