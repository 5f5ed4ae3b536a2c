; A pointer that is associated describes its target.
; RUN: %overlap_ir %s | FileCheck %s

@data = internal global [6 x i64] zeroinitializer
@halo = internal global [6 x i64] zeroinitializer
@file = internal constant [6 x i8] c"a.f90\00"

declare noalias ptr @malloc(i64)
declare void @_FortranAPointerAssociate(ptr, ptr)

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
  store ptr %a, ptr @halo
  %buffer = load ptr, ptr @halo
  call void @_FortranAPointerAssociate(ptr @data, ptr @halo)
  %1 = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @compute()
  ret void
}
