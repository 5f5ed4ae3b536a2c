; A derived type may reach in front of its buffer.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr %type) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %front = getelementptr double, ptr %buffer, i64 -1
  store double 1.000000e+00, ptr %front, align 8
  ret void
}
