; The return value of MPI_Sendrecv is the first error of its four halves.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: %[[R:[0-9]+]] = call i32 @MPI_Irecv
; CHECK: %[[S:[0-9]+]] = call i32 @MPI_Isend
; CHECK: %[[FS:[a-z.0-9]+]] = icmp ne i32 %[[S]], 0
; CHECK: %[[WS:[0-9]+]] = call i32 @MPI_Wait(
; CHECK: %[[ES:[a-z.0-9]+]] = select i1 %[[FS]], i32 %[[S]], i32 %[[WS]]
; CHECK: %[[ER:[a-z.0-9]+]] = select i1 {{.*}}, i32 %[[ES]], i32 %[[R]]
; CHECK: %[[WR:[0-9]+]] = call i32 @MPI_Wait(
; CHECK: %[[ALL:[a-z.0-9]+]] = select i1 {{.*}}, i32 %[[ER]], i32 %[[WR]]
; CHECK: ret i32 %[[ALL]]
define i32 @program(ptr noalias %buffer, ptr noalias %other) {
  %error = call i32 @MPI_Sendrecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 1, i32 2, ptr %other, i32 5, ptr @ompi_mpi_byte, i32 3, i32 4, ptr @ompi_mpi_comm_world, ptr null)
  ret i32 %error
}
