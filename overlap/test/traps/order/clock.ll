; What a program measures between two looks at a clock stays between them where others get the time.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define double @program(
; CHECK: call double @MPI_Wtime()
; CHECK-NEXT: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: call double @MPI_Wtime()
define double @program(ptr noalias %buffer, ptr noalias %other) {
  %begin = call double @MPI_Wtime()
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %end = call double @MPI_Wtime()
  %seconds = fsub double %end, %begin
  store double 1.0, ptr %other
  ret double %seconds
}
