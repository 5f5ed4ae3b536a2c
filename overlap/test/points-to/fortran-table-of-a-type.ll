; The descriptor of an array of a type refers to the table of the type, which is a constant that
; other modules see. Nothing writes it, so the array is not visible to them.
; RUN: %overlap_ir %s | FileCheck %s

@data = internal global [6 x i64] zeroinitializer
@requests = internal global [2 x ptr] [ptr null, ptr @_QMmpi_f08E.dt.mpi_request]
@_QMmpi_f08E.dt.mpi_request = linkonce_odr constant [1 x ptr] zeroinitializer
@file = internal constant [6 x i8] c"a.f90\00"

declare noalias ptr @malloc(i64)
declare i32 @_FortranAAllocatableAllocate(ptr, i1, ptr, ptr, i32)

define internal void @compute(ptr %p) noinline nounwind willreturn {
  store double 1.0, ptr %p
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv
; CHECK:       call void @compute(
; CHECK:       call i32 @MPI_Wait
define void @program() {
  %buffer = call ptr @malloc(i64 80)
  %other = call ptr @malloc(i64 80)
  %1 = call i32 @_FortranAAllocatableAllocate(ptr @requests, i1 false, ptr null, ptr @file, i32 1)
  %request = load ptr, ptr @requests
  %2 = call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  %3 = call i32 @MPI_Wait(ptr %request, ptr null)
  call void @compute(ptr %other)
  ret void
}
