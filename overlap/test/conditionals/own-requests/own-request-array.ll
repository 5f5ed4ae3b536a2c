; Two requests at once, and their address: it is computed in front of the branch again, because it is known in the conditional only.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store i32 0, ptr %bamboo.count
; CHECK-NEXT: %[[SECOND:.*]] = getelementptr i8, ptr %requests, i64 8
; CHECK-NEXT: br i1
; CHECK: receives:
; CHECK: {{.*}}@MPI_Isend(
; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: store i32 %n, ptr %bamboo.count
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: %[[COUNT:.*]] = load i32, ptr %bamboo.count
; CHECK-NEXT: {{.*}}@bamboo.MPI_Waitall(i32 %[[COUNT]], ptr %[[SECOND]], ptr null)
define void @program(ptr noalias %buffer, ptr noalias %out, ptr noalias %other, i1 %which, i32 %n) {
  %requests = alloca [3 x ptr]
  br i1 %which, label %receives, label %on
receives:
  %second = getelementptr inbounds [3 x ptr], ptr %requests, i64 0, i64 1
  %third = getelementptr inbounds [3 x ptr], ptr %requests, i64 0, i64 2
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %second)
  call i32 @MPI_Isend(ptr %out, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %third)
  call i32 @MPI_Waitall(i32 %n, ptr %second, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
