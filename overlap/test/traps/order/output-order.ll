; Outputs keep their order when they move along.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @puts(ptr) memory(inaccessiblemem: readwrite)

@a = private constant [2 x i8] c"a\00"
@b = private constant [2 x i8] c"b\00"

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}store double 2
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@puts(ptr @a)
; CHECK-NEXT: {{.*}}@puts(ptr @b)
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @puts(ptr @a)
  store double 1.000000e+00, ptr %other, align 8
  call i32 @puts(ptr @b)
  store double 2.000000e+00, ptr %other, align 8
  ret void
}
