; A visible function that works on a global of its own is passed.
; RUN: %overlap_ir %s | FileCheck %s

@buffer = internal global [4 x double] zeroinitializer
@state = internal global double 0.0

define internal void @works() nounwind willreturn {
  store double 1.0, ptr @state
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}call void @works
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program() {
  call i32 @MPI_Recv(ptr @buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @works()
  ret void
}
