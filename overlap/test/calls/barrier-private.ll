; Behind a barrier a process may work on what is its own.
; RUN: %overlap_ir %s | FileCheck %s

@own = internal global double 0.0

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Ibarrier(
; CHECK-NEXT: {{.*}}store double 1
; CHECK-NEXT: {{.*}}load double
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program() {
  %local = alloca double
  call i32 @MPI_Barrier(ptr @ompi_mpi_comm_world)
  store double 1.000000e+00, ptr %local, align 8
  %v = load double, ptr %local
  store double %v, ptr @own, align 8
  ret void
}
