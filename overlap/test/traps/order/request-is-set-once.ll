; The initiation does not precede the store of the null request, which would overwrite its request.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: store ptr @ompi_request_null, ptr %[[REQUEST:.*]], align
; CHECK-NEXT: {{.*}}@MPI_Irecv({{.*}}, ptr %[[REQUEST]])
; CHECK-NEXT: {{.*}}store double
define i32 @program(ptr noalias %buffer, ptr noalias %other) {
  store double 1.000000e+00, ptr %other, align 8
  %error = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret i32 %error
}
