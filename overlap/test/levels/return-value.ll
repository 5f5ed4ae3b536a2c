; The return value is the error of the initiation, or else of the completion.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store ptr @ompi_request_null, ptr %bamboo.request
; CHECK: %[[I:[0-9]+]] = call i32 @MPI_Irecv
; CHECK: %[[F:[a-z.]+]] = icmp ne i32 %[[I]], 0
; CHECK: %[[W:[0-9]+]] = call i32 @MPI_Wait
; CHECK: %[[E:[a-z.]+]] = select i1 %[[F]], i32 %[[I]], i32 %[[W]]
; CHECK: ret i32 %[[E]]
define i32 @program(ptr noalias %buffer, ptr noalias %other) {
  %error = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret i32 %error
}
