; A visible function reads the buffer, a global, by its name.
; RUN: %overlap_ir %s | FileCheck %s

@buffer = internal global [4 x double] zeroinitializer

define internal void @reads(ptr %other) nounwind willreturn {
  %x = load double, ptr @buffer
  store double %x, ptr %other
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@reads
define void @program(ptr noalias %other) {
  call i32 @MPI_Recv(ptr @buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @reads(ptr %other)
  ret void
}
