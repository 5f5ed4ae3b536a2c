; A variable that was handed to MPI_Win_create is shared.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @MPI_Win_create(ptr, i64, i32, ptr, ptr, ptr)

@shared = internal global double 0.0

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibarrier(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}store double
define void @program(ptr %window) {
  call i32 @MPI_Win_create(ptr @shared, i64 8, i32 8, ptr null, ptr @ompi_mpi_comm_world, ptr %window)
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr @shared, align 8
  ret void
}
