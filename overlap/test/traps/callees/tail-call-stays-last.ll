; No instruction may be between a guaranteed tail call and its return.
; RUN: %overlap_ir %s | FileCheck %s

define double @computes(ptr %buffer, ptr %other) {
  %value = load double, ptr %other
  ret double %value
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}musttail
; CHECK-NEXT: {{.*}}ret double
define double @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %value = musttail call double @computes(ptr %buffer, ptr %other)
  ret double %value
}
