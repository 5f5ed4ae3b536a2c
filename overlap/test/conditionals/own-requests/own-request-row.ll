; Two waits one behind the other: the last one leaves first.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: receives:
; CHECK: {{.*}}@MPI_Isend(
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: store i32 1, ptr %[[FIRST:bamboo.*]],
; CHECK-NEXT: store i32 1, ptr %[[LAST:bamboo.*]],
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: %[[ONE:.*]] = load i32, ptr %[[FIRST]]
; CHECK-NEXT: {{.*}}@bamboo.MPI_Waitall(i32 %[[ONE]], ptr %first, ptr null)
; CHECK-NEXT: %[[TWO:.*]] = load i32, ptr %[[LAST]]
; CHECK-NEXT: {{.*}}@bamboo.MPI_Waitall(i32 %[[TWO]], ptr %second, ptr null)
; CHECK-NEXT: ret void
define void @program(ptr noalias %buffer, ptr noalias %out, ptr noalias %other, i1 %which) {
  %first = alloca ptr
  %second = alloca ptr
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %first)
  call i32 @MPI_Isend(ptr %out, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %second)
  call i32 @MPI_Wait(ptr %first, ptr null)
  call i32 @MPI_Wait(ptr %second, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
