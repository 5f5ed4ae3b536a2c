; Which request it is is known in the conditional only.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(ptr %request
; CHECK-NEXT: br label %on
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which, i64 %n) {
  %requests = alloca [4 x ptr]
  br i1 %which, label %receives, label %on
receives:
  %request = getelementptr inbounds [4 x ptr], ptr %requests, i64 0, i64 %n
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
