; Only level beyond passes a nonblocking call that the program has itself.
; RUN: %overlap_ir %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s --check-prefix=BEYOND

@a = internal global [4 x double] zeroinitializer
@b = internal global [4 x double] zeroinitializer
@data = internal global double 0.0

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Isend(ptr @a
; CHECK:       call i32 @MPI_Wait
; CHECK:       call i32 @MPI_Isend(ptr @b
; BEYOND-LABEL: define void @program
; BEYOND:       call i32 @MPI_Isend(ptr @a
; BEYOND-NEXT:  call i32 @MPI_Isend(ptr @b
; BEYOND-NEXT:  call void @compute()
define void @program() {
  %request = alloca ptr
  %1 = call i32 @MPI_Send(ptr @a, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  %2 = call i32 @MPI_Isend(ptr @b, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call void @compute()
  %3 = call i32 @MPI_Wait(ptr %request, ptr null)
  ret void
}
