; The completed request is a copy of the one that the receive was given.
; RUN: %overlap_ir -pass-remarks-missed=bamboo %s 2>&1 | FileCheck %s

@in = internal global [4 x double] zeroinitializer
@data = internal global double 0.0

define internal void @compute() noinline nounwind willreturn {
  %v = load double, ptr @in
  store double %v, ptr @data
  ret void
}

; CHECK: MPI_Wait is left alone: its requests are copied
; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv
; CHECK:       call i32 @MPI_Wait
; CHECK:       call void @compute()
define void @program() {
  %first = alloca ptr
  %copy = alloca ptr
  %1 = call i32 @MPI_Irecv(ptr @in, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %first)
  %handle = load ptr, ptr %first
  store ptr %handle, ptr %copy
  %2 = call i32 @MPI_Wait(ptr %copy, ptr null)
  call void @compute()
  ret void
}
