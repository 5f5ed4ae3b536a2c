; Basic: the completion sinks to the first use. Extended: the uses move along.
; RUN: %overlap_ir -bamboo-overlap-level=basic %s | FileCheck --check-prefix=BASIC %s
; RUN: %overlap_ir -bamboo-overlap-level=extended %s | FileCheck --check-prefix=EXTENDED %s

; BASIC-LABEL: define {{.*}}@program(
; BASIC: @MPI_Irecv(
; BASIC-NEXT: {{.*}}store double 1
; BASIC-NEXT: {{.*}}@MPI_Wait(
; BASIC-NEXT: {{.*}}load double
; BASIC-NEXT: {{.*}}store double %value
; BASIC-NEXT: {{.*}}store double 2
; EXTENDED-LABEL: define {{.*}}@program(
; EXTENDED: @MPI_Irecv(
; EXTENDED-NEXT: {{.*}}store double 1
; EXTENDED-NEXT: {{.*}}store double 2
; EXTENDED-NEXT: {{.*}}@MPI_Wait(
; EXTENDED-NEXT: {{.*}}load double
; EXTENDED-NEXT: {{.*}}store double %value
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  %value = load double, ptr %buffer
  store double %value, ptr %third
  store double 2.000000e+00, ptr %other, align 8
  ret void
}
