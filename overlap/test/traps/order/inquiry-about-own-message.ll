; The count of a message of the program's own: asked for behind its completion, in a status or in one of several.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

%status = type { i32, i32, i32, i32, i64 }

; CHECK-LABEL: define i32 @one(
; CHECK: @MPI_Wait(
; CHECK-NEXT: {{.*}}@MPI_Get_count(
define i32 @one(ptr noalias %buffer, ptr noalias %other) {
  %request = alloca ptr
  %answer = alloca %status
  %count = alloca i32
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr %answer)
  call i32 @MPI_Get_count(ptr %answer, ptr @ompi_mpi_double, ptr %count)
  store double 1.0, ptr %other
  %elements = load i32, ptr %count
  ret i32 %elements
}

; CHECK-LABEL: define i32 @several(
; CHECK: @MPI_Waitall(
; CHECK-NEXT: {{.*}}@MPI_Get_count(
define i32 @several(ptr noalias %buffer, ptr noalias %second, ptr noalias %other) {
  %requests = alloca [2 x ptr]
  %answers = alloca [2 x %status]
  %count = alloca i32
  %next = getelementptr ptr, ptr %requests, i64 1
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %requests)
  call i32 @MPI_Irecv(ptr %second, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %next)
  call i32 @MPI_Waitall(i32 2, ptr %requests, ptr %answers)
  %answer = getelementptr %status, ptr %answers, i64 1
  call i32 @MPI_Get_count(ptr %answer, ptr @ompi_mpi_double, ptr %count)
  store double 1.0, ptr %other
  %elements = load i32, ptr %count
  ret i32 %elements
}
