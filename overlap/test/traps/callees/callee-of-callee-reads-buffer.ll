; The function that a visible function calls reads the buffer.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @combine(ptr %a, ptr %b) nounwind willreturn {
  %x = load double, ptr %a
  %y = load double, ptr %b
  %s = fadd double %x, %y
  store double %s, ptr %a
  ret void
}

define internal void @outer(ptr %x, ptr %y) nounwind willreturn {
  call void @combine(ptr %y, ptr %x)
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@outer
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @outer(ptr %buffer, ptr %other)
  ret void
}
