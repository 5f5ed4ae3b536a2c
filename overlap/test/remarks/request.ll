; The request is made null before the initiation.
; RUN: %overlap_ir -bamboo-overlap-level=basic -pass-remarks=bamboo -pass-remarks-missed=bamboo -o /dev/null %s 2>&1 | FileCheck %s

; CHECK: the initiation goes no further up than an unknown line: a 'store' prepares the request
define i32 @program(ptr noalias %buffer, ptr noalias %other) {
  store double 1.000000e+00, ptr %other, align 8
  %error = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  ret i32 %error
}
