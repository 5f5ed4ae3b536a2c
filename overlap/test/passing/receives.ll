; Receives keep their order and are posted at once.
; RUN: %overlap_ir  %s | FileCheck %s

@a = internal global [4 x double] zeroinitializer
@b = internal global [4 x double] zeroinitializer
@data = internal global double 0.0

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv(
; CHECK-NEXT:  call i32 @MPI_Irecv(
; CHECK-NEXT:  call void @compute()
; CHECK-NEXT:  call i32 @MPI_Wait
; CHECK-NEXT:  call i32 @MPI_Wait
define void @program() {
  %1 = call i32 @MPI_Recv(ptr @a, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %2 = call i32 @MPI_Recv(ptr @b, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @compute()
  ret void
}
