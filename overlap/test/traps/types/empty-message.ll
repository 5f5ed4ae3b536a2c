; A message without elements says that memory which both ranks share is ready: neither half passes that.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@receiver(
; CHECK: @MPI_{{I?[Rr]}}ecv(
; CHECK: load double
define double @receiver(ptr noalias %shared, double %x) {
  call i32 @MPI_Recv(ptr null, i32 0, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %y = load double, ptr %shared, align 8
  ret double %y
}

; CHECK-LABEL: define {{.*}}@sender(
; CHECK: store double
; CHECK: @MPI_{{I?[Ss]}}end(
define void @sender(ptr noalias %shared, double %x) {
  store double %x, ptr %shared, align 8
  call i32 @MPI_Send(ptr null, i32 0, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  ret void
}

@own = internal global double 0.0

; Memory of this rank alone may be passed.
; CHECK-LABEL: define {{.*}}@owner(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @owner(double %x) {
  call i32 @MPI_Recv(ptr null, i32 0, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double %x, ptr @own, align 8
  ret void
}
