; The stack of a visible function is no concern of its caller.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @works() nounwind {
  %x = alloca double
  store double 1.0, ptr %x
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}call void @works
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr %buffer) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @works()
  ret void
}
