; Basic: the initiation rises to what made the buffer. Extended: that moves along.
; RUN: %overlap_ir -bamboo-overlap-level=basic %s | FileCheck --check-prefix=BASIC %s
; RUN: %overlap_ir -bamboo-overlap-level=extended %s | FileCheck --check-prefix=EXTENDED %s

; BASIC-LABEL: define {{.*}}@program(
; BASIC: store double 1
; BASIC-NEXT: {{.*}}store double 3
; BASIC-NEXT: {{.*}}@MPI_Isend(
; BASIC-NEXT: {{.*}}store double 2
; BASIC-NEXT: {{.*}}@MPI_Wait(
; EXTENDED-LABEL: define {{.*}}@program(
; EXTENDED: store double 3
; EXTENDED-NEXT: {{.*}}@MPI_Isend(
; EXTENDED-NEXT: {{.*}}store double 1
; EXTENDED-NEXT: {{.*}}store double 2
; EXTENDED-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  store double 1.000000e+00, ptr %other, align 8
  store double 3.000000e+00, ptr %buffer, align 8
  store double 2.000000e+00, ptr %third, align 8
  call i32 @MPI_Send(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}
