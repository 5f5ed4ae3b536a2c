; Requests of an array are distinguished by their places: the memory of the second receive may be touched while the first one is pending.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: {{.*}}@MPI_Wait(ptr %second, ptr null)
; CHECK-NEXT: store double 1.000000e+00, ptr %b
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %requests, ptr null)
; CHECK-NEXT: store double 2.000000e+00, ptr %a
define void @program(ptr noalias %a, ptr noalias %b, i64 %n) {
  %requests = alloca [2 x ptr]
  %second = getelementptr inbounds [2 x ptr], ptr %requests, i64 0, i64 1
  call i32 @MPI_Irecv(ptr %a, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %requests)
  call i32 @MPI_Irecv(ptr %b, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %second)
  call i32 @MPI_Wait(ptr %second, ptr null)
  call i32 @MPI_Wait(ptr %requests, ptr null)
  store double 1.000000e+00, ptr %b, align 8
  store double 2.000000e+00, ptr %a, align 8
  ret void
}
