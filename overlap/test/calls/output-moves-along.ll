; Output moves with the wait, and what is independent of both is passed.
; RUN: %overlap_ir %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=basic %s | FileCheck --check-prefix=BASIC %s

declare i32 @puts(ptr) memory(inaccessiblemem: readwrite)

@text = private constant [2 x i8] c"x\00"

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@puts
; BASIC-LABEL: define {{.*}}@program(
; BASIC: @MPI_Irecv(
; BASIC-NEXT: {{.*}}@MPI_Wait(
; BASIC-NEXT: {{.*}}@puts
; BASIC-NEXT: {{.*}}store double
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @puts(ptr @text)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
