; Only at level beyond, and not where completions may not leave conditionals.
; RUN: %overlap_ir -bamboo-overlap-level=extended %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=beyond -bamboo-overlap-conditionals=false %s | FileCheck %s

declare void @see(double)

; CHECK: {{.*}}@MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: br i1 %done
; CHECK-NOT: call {{.*}}@MPI_Wait
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %done) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %done, label %end, label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  %received = load double, ptr %buffer, align 8
  call void @see(double %received)
  br label %end
end:
  ret void
}
