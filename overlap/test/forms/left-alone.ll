; A call without an equal nonblocking form stays a plain call in all processes, so no process asks there.
; RUN: %overlap_ir -bamboo-overlap-library %s | FileCheck %s

declare i32 @MPI_Neighbor_alltoall(ptr, i32, ptr, ptr, i32, ptr, ptr)

; CHECK: call i32 @MPI_Neighbor_alltoall(
; CHECK-NOT: {{[@%]}}bamboo
define i32 @program(ptr %out, ptr %in, ptr %ring) {
  %error = call i32 @MPI_Neighbor_alltoall(ptr %out, i32 1, ptr @ompi_mpi_double, ptr %in, i32 1, ptr @ompi_mpi_double, ptr %ring)
  ret i32 %error
}
