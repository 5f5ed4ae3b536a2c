; A global has a second name.
; RUN: %overlap_ir %s | FileCheck %s

@buffer = global [4 x double] zeroinitializer
@second = alias [4 x double], ptr @buffer

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program() {
  call i32 @MPI_Recv(ptr @buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr @second, align 8
  ret void
}
