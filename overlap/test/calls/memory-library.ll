; Freeing other memory is passed.
; RUN: %overlap_ir %s | FileCheck %s

declare void @free(ptr allocptr nocapture) nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@free
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @free(ptr %other)
  ret void
}
