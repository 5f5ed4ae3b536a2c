; A visible function reads the buffer through its argument.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @combine(ptr %a, ptr %b) nounwind willreturn {
  %x = load double, ptr %a
  %y = load double, ptr %b
  %s = fadd double %x, %y
  store double %s, ptr %a
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@combine
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @combine(ptr %other, ptr %buffer)
  ret void
}
