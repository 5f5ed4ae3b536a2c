; Messages whose lengths are asked for are received at once: each count moves along with its completion.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

@a = internal global [4 x double] zeroinitializer
@b = internal global [4 x double] zeroinitializer

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv(ptr @a, {{.*}}ptr %[[FIRST:[^,)]+]])
; CHECK-NEXT:  call i32 @MPI_Irecv(ptr @b, {{.*}}ptr %[[SECOND:[^,)]+]])
; CHECK-NEXT:  call i32 @MPI_Wait(ptr %[[FIRST]], ptr %before)
; CHECK-NEXT:  call i32 @MPI_Get_count(ptr %before,
; CHECK-NEXT:  store double
; CHECK-NEXT:  call i32 @MPI_Wait(ptr %[[SECOND]], ptr %behind)
; CHECK-NEXT:  call i32 @MPI_Get_count(ptr %behind,
define void @program(ptr noalias %before, ptr noalias %behind, ptr noalias %counts, ptr noalias %count, ptr noalias %other) {
  %1 = call i32 @MPI_Recv(ptr @a, i32 32, ptr @ompi_mpi_byte, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %before)
  %2 = call i32 @MPI_Get_count(ptr %before, ptr @ompi_mpi_byte, ptr %counts)
  %3 = call i32 @MPI_Recv(ptr @b, i32 32, ptr @ompi_mpi_byte, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %behind)
  %4 = call i32 @MPI_Get_count(ptr %behind, ptr @ompi_mpi_byte, ptr %count)
  store double 1.0, ptr %other
  ret void
}
