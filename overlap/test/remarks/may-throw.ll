; A function that may throw stops.
; RUN: %overlap_ir -pass-remarks=bamboo -pass-remarks-missed=bamboo -o /dev/null %s 2>&1 | FileCheck %s

declare i32 @__gxx_personality_v0(...)

define void @throws({ ptr, i32 } %what) personality ptr @__gxx_personality_v0 {
  resume { ptr, i32 } %what
}

; CHECK: MPI_Recv became MPI_Irecv without a window; {{.*}}the completion goes no further down than an unknown line: the call of 'throws': it may throw an exception
define void @program(ptr noalias %buffer, { ptr, i32 } %what) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @throws({ ptr, i32 } %what)
  ret void
}
