; The elements of a derived type may be large.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr %type) {
  call i32 @MPI_Recv(ptr %buffer, i32 1, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %far = getelementptr double, ptr %buffer, i64 100
  store double 1.000000e+00, ptr %far, align 8
  ret void
}
