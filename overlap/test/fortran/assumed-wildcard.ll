; A receive from any source contradicts what the user says of the program; which number that is says
; the header of the MPI.
; RUN: sed 's/HEADER/mpi_fortran_bottom_/' %s > %t.openmpi.ll
; RUN: not %overlap_ir -bamboo-overlap-no-wildcards %t.openmpi.ll 2>&1 | FileCheck %s --check-prefix=OPENMPI
; RUN: sed 's/HEADER/mpipriv1_/' %s > %t.mpich.ll
; RUN: not %overlap_ir -bamboo-overlap-no-wildcards %t.mpich.ll 2>&1 | FileCheck %s --check-prefix=MPICH
; RUN: %overlap_ir -bamboo-overlap-no-wildcards %s | FileCheck %s --check-prefix=UNKNOWN

@HEADER = common global [4 x i8] zeroinitializer
@y = internal global [4 x double] zeroinitializer
@four = internal constant i32 4
@handle = internal constant i32 17
@minus_one = internal constant i32 -1
@minus_two = internal constant i32 -2

declare void @mpi_recv_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)

; OPENMPI: in function one {{.*}}: MPI_Recv takes a message from MPI_ANY_SOURCE
; OPENMPI-NOT: in function two
; MPICH-NOT: in function one
; MPICH: in function two {{.*}}: MPI_Recv takes a message from MPI_ANY_SOURCE
; UNKNOWN: define void @one
define void @one(ptr %error) {
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @minus_one, ptr @four, ptr @handle, ptr @y, ptr %error)
  ret void
}

define void @two(ptr %error) {
  call void @mpi_recv_(ptr @y, ptr @four, ptr @handle, ptr @minus_two, ptr @four, ptr @handle, ptr @y, ptr %error)
  ret void
}
