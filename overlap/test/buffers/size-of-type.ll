; Four floats are 16 bytes.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}getelementptr
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr %buffer) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_float, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %next = getelementptr i8, ptr %buffer, i64 16
  store double 1.000000e+00, ptr %next, align 8
  ret void
}
