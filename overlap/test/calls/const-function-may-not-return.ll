; … but not when it may not come back.
; RUN: %overlap_ir %s | FileCheck %s

declare double @computes(double) nounwind memory(none)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@computes
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %x = call double @computes(double 1.0)
  store double %x, ptr %other, align 8
  ret void
}
