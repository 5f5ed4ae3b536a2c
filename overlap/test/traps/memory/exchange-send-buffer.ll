; The send buffer of MPI_Sendrecv is not changed before it is out.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %buffer
; CHECK-NEXT: {{.*}}@MPI_Isend(ptr %sent
; CHECK-NEXT: {{.*}}@MPI_Wait({{.*}}
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %sent, ptr noalias %buffer) {
  call i32 @MPI_Sendrecv(ptr %sent, i32 4, ptr @ompi_mpi_double, i32 1, i32 0, ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 1, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %sent, align 8
  ret void
}
