; A call that says so (-fno-builtin) is of the user's function, whatever its name is; that of the declaration counts where the call says nothing.
; RUN: %overlap_ir %s | FileCheck %s

declare double @sqrt(double)
declare double @cos(double) nobuiltin

; CHECK-LABEL: define {{.*}}@by_call(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@sqrt
define void @by_call(ptr noalias %buffer, ptr noalias %other, double %x) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %root = call double @sqrt(double %x) nobuiltin
  store double %root, ptr %other, align 8
  ret void
}

; CHECK-LABEL: define {{.*}}@by_declaration(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@cos
define void @by_declaration(ptr noalias %buffer, ptr noalias %other, double %x) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %root = call double @cos(double %x)
  store double %root, ptr %other, align 8
  ret void
}

; CHECK-LABEL: define {{.*}}@all_the_same(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@cos
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @all_the_same(ptr noalias %buffer, ptr noalias %other, double %x) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %root = call double @cos(double %x) builtin
  store double %root, ptr %other, align 8
  ret void
}
