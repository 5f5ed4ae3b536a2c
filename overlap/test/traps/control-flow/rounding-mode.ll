; A sum of what was received is not taken in another rounding mode.
; RUN: %overlap_ir %s | FileCheck %s

declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare void @llvm.set.rounding(i32)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: constrained.fadd
; CHECK-NEXT: {{.*}}store double %sum
; CHECK-NEXT: {{.*}}@llvm.set.rounding
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %third) strictfp {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %value = load double, ptr %buffer
  %sum = call double @llvm.experimental.constrained.fadd.f64(double %value, double 1.0, metadata !"round.dynamic", metadata !"fpexcept.strict")
  store double %sum, ptr %other, align 8
  call void @llvm.set.rounding(i32 0)
  store double 1.000000e+00, ptr %third, align 8
  ret void
}
