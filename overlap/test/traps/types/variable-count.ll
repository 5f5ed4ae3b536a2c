; A buffer of unknown size may reach far.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, i32 %n) {
  call i32 @MPI_Recv(ptr %buffer, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %far = getelementptr double, ptr %buffer, i64 1000
  store double 1.000000e+00, ptr %far, align 8
  ret void
}
