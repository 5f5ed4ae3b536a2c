; The program's own nonblocking barrier orders the ranks as well: neither half passes memory that they may share.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

declare i32 @MPI_Ibarrier(ptr, ptr)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store double 1.0
; CHECK: call i32 @MPI_Ibarrier(
; CHECK: call i32 @MPI_Wait(
; CHECK: store double 2.0
define void @program(ptr noalias %shared) {
  %request = alloca ptr, align 8
  store double 1.000000e+00, ptr %shared, align 8
  call i32 @MPI_Ibarrier(ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr null)
  store double 2.000000e+00, ptr %shared, align 8
  ret void
}
