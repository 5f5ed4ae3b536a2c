; Output that does not move along has its name in the remark.
; RUN: %overlap_ir -bamboo-overlap-level=basic -pass-remarks=bamboo -pass-remarks-missed=bamboo -o /dev/null %s 2>&1 | FileCheck %s

declare i32 @puts(ptr) memory(inaccessiblemem: readwrite)

; CHECK: the completion goes no further down than an unknown line: the call of 'puts' is seen from outside
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @puts(ptr %other)
  ret void
}
