; A function may leave by an exception.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @__gxx_personality_v0(...)

define void @throws({ ptr, i32 } %what) personality ptr @__gxx_personality_v0 {
  resume { ptr, i32 } %what
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@throws
define void @program(ptr noalias %buffer, { ptr, i32 } %what, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @throws({ ptr, i32 } %what)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
