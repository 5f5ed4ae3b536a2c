; A FINAL procedure gets the address of a variable, and may keep it.
; RUN: %overlap_ir %s | FileCheck %s

@data = internal global [6 x i64] zeroinitializer
@halo = internal global [6 x i64] zeroinitializer
@file = internal constant [6 x i8] c"a.f90\00"
@_QMmE.s.t = internal constant [1 x ptr] [ptr @finish]

declare noalias ptr @malloc(i64)
declare void @_FortranAInitialize(ptr, ptr, i32)
declare i32 @_FortranAAllocatableAllocate(ptr, i1, ptr, ptr, i32)
declare ptr @_FortranAioBeginExternalListOutput(i32, ptr, i32)
declare i1 @_FortranAioOutputDescriptor(ptr, ptr)

define internal void @finish(ptr %variable) {
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
  call void @_FortranAInitialize(ptr @data, ptr @file, i32 1)
  call void @_FortranAInitialize(ptr @halo, ptr @file, i32 1)
  %a = call ptr @malloc(i64 80)
  store ptr %a, ptr @data
  %1 = call i32 @_FortranAAllocatableAllocate(ptr @halo, i1 false, ptr null, ptr @file, i32 1)
  %io = call ptr @_FortranAioBeginExternalListOutput(i32 6, ptr @file, i32 1)
  %2 = call i1 @_FortranAioOutputDescriptor(ptr %io, ptr @data)
  %3 = call i1 @_FortranAioOutputDescriptor(ptr %io, ptr @halo)
  %buffer = load ptr, ptr @halo
  %4 = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @compute()
  ret void
}
