; Rows of MPI_Sendrecv: each send and receive of the second exchange is compared with both of the first, where one of the
; two receives.
; RUN: %overlap_ir -bamboo-overlap-level=beyond -bamboo-overlap-no-wildcards %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck --check-prefix=ORDER %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %u, i32 %n, {{.*}}ptr %[[RECEIVE:[^,)]+]])
; CHECK: @MPI_Isend(ptr %first, i32 %n, {{.*}}ptr %[[SEND:[^,)]+]])
; CHECK: @MPI_Waitall(i32 %{{.*}}, ptr %[[RECEIVE]], ptr null)
; CHECK: @MPI_Waitall(i32 %{{.*}}, ptr %[[SEND]], ptr null)
; CHECK-NEXT: @MPI_Irecv(ptr %row
; CHECK: @MPI_Waitall(i32 %{{.*}}, ptr %[[RECEIVE]], ptr null)
; CHECK-NEXT: @MPI_Isend(ptr %last
; CHECK-NEXT: store double
; CHECK-COUNT-4: @MPI_Wait(
; CHECK: ret void
; Who receives from any source may rely on the order.
; ORDER-LABEL: define {{.*}}@program(
; ORDER: @MPI_Irecv(ptr %u
; ORDER-NOT: @MPI_Waitall(
; ORDER: @MPI_Wait(
; ORDER: @MPI_Wait(
; ORDER: @MPI_Irecv(ptr %row
; ORDER-NOT: @MPI_Waitall(
define void @program(ptr %u, i64 %i, i64 %k, i32 %n, ptr noalias %other) {
  %row = getelementptr double, ptr %u, i64 %i
  %first = getelementptr double, ptr %u, i64 %k
  %last = getelementptr double, ptr %row, i64 %k
  call i32 @MPI_Sendrecv(ptr %first, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr %u, i32 %n, ptr @ompi_mpi_double, i32 1, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Sendrecv(ptr %last, i32 %n, ptr @ompi_mpi_double, i32 1, i32 0, ptr %row, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
