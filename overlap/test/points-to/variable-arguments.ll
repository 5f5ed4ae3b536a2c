; A function with variable arguments keeps the same block of its first argument.
; RUN: %overlap_ir %s | FileCheck %s

@data = internal global ptr null
@halo = internal global ptr null

declare noalias ptr @malloc(i64)

define internal void @keep(ptr %first, ...) noinline nounwind willreturn {
  store ptr %first, ptr @data
  ret void
}

define internal void @compute() noinline nounwind willreturn {
  %p = load ptr, ptr @data
  store double 1.0, ptr %p
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv
; CHECK:       call i32 @MPI_Wait
; CHECK:       call void @compute()
define void @program() {
  %a = call ptr @malloc(i64 80)
  call void (ptr, ...) @keep(ptr %a)
  %b = call ptr @malloc(i64 80)
  store ptr %b, ptr @data
  store ptr %a, ptr @halo
  %buffer = load ptr, ptr @halo
  %1 = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @compute()
  ret void
}
