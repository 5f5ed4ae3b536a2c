; With MPI_BOTTOM the datatype contains the addresses: the buffer may be any memory.
; RUN: %overlap_ir %s | FileCheck %s

@global = internal global double 0.0

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr %type) {
  call i32 @MPI_Recv(ptr null, i32 1, ptr %type, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr @global, align 8
  ret void
}
