; Both ways out of an invoke come together again: still the called function may do anything.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @__gxx_personality_v0(...)

declare void @may_throw()

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}invoke
define void @program(ptr noalias %buffer, ptr noalias %other) personality ptr @__gxx_personality_v0 {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  invoke void @may_throw() to label %on unwind label %caught
caught:
  %what = landingpad { ptr, i32 } catch ptr null
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
