; Roots and the like touch no memory.
; RUN: %overlap_ir %s | FileCheck %s

declare double @sqrt(double)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@sqrt
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, double %x) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %root = call double @sqrt(double %x)
  store double %root, ptr %other, align 8
  ret void
}
