; A masked load finds pointers in memory, as a load does.
; RUN: %overlap_ir %s | FileCheck %s

@data = internal global ptr null
@halo = internal global ptr null

declare noalias ptr @malloc(i64)
declare <1 x ptr> @llvm.masked.load.v1p0.p0(ptr, i32, <1 x i1>, <1 x ptr>)

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
  store ptr %a, ptr @data
  store ptr %a, ptr @halo
  %all = call <1 x ptr> @llvm.masked.load.v1p0.p0(ptr @halo, i32 8, <1 x i1> splat (i1 true), <1 x ptr> zeroinitializer)
  %buffer = extractelement <1 x ptr> %all, i32 0
  %1 = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @compute()
  ret void
}
