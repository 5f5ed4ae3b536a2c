; Trap: a completion of both waits for the second one as well, and one of a place that is not known may wait for any.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: {{.*}}@MPI_Waitall(i32 2, ptr %requests, ptr null)
; CHECK-NEXT: store double 1.000000e+00, ptr %b
define void @program(ptr noalias %a, ptr noalias %b, i64 %n) {
  %requests = alloca [2 x ptr]
  %second = getelementptr inbounds [2 x ptr], ptr %requests, i64 0, i64 1
  call i32 @MPI_Irecv(ptr %a, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %requests)
  call i32 @MPI_Irecv(ptr %b, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %second)
  call i32 @MPI_Waitall(i32 2, ptr %requests, ptr null)
  store double 1.000000e+00, ptr %b, align 8
  ret void
}

; CHECK-LABEL: define {{.*}}@chosen(
; CHECK: {{.*}}@MPI_Wait(ptr %any, ptr null)
; CHECK-NEXT: store double 1.000000e+00, ptr %b
define void @chosen(ptr noalias %a, ptr noalias %b, i64 %n) {
  %requests = alloca [2 x ptr]
  %second = getelementptr inbounds [2 x ptr], ptr %requests, i64 0, i64 1
  %any = getelementptr inbounds [2 x ptr], ptr %requests, i64 0, i64 %n
  call i32 @MPI_Irecv(ptr %a, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %requests)
  call i32 @MPI_Irecv(ptr %b, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %second)
  call i32 @MPI_Wait(ptr %any, ptr null)
  store double 1.000000e+00, ptr %b, align 8
  ret void
}
