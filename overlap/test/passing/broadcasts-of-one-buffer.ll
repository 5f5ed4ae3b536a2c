; The second broadcast needs the first one's buffer.
; RUN: %overlap_ir  %s | FileCheck %s

@a = internal global [4 x double] zeroinitializer
@b = internal global [4 x double] zeroinitializer
@data = internal global double 0.0

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Ibcast(
; CHECK:       call i32 @MPI_Wait
; CHECK:       call i32 @MPI_Ibcast(
define void @program() {
  %1 = call i32 @MPI_Bcast(ptr @a, i32 4, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  %2 = call i32 @MPI_Bcast(ptr @a, i32 4, ptr @ompi_mpi_double, i32 0, ptr @ompi_mpi_comm_world)
  call void @compute()
  ret void
}
