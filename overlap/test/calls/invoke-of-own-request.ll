; The program's own nonblocking calls in front of a destructor are invokes: they become calls as the blocking ones do.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @__gxx_personality_v0(...)

; CHECK-LABEL: define {{.*}}@program(
; CHECK-NOT: invoke
; CHECK: @MPI_Irecv(
; CHECK: store double 1
; CHECK: @MPI_Wait(
; CHECK: ret void
define void @program(ptr noalias %buffer, ptr noalias %other) personality ptr @__gxx_personality_v0 {
  %request = alloca ptr, align 8
  invoke i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request) to label %started unwind label %caught
started:
  invoke i32 @MPI_Wait(ptr %request, ptr null) to label %on unwind label %caught
caught:
  %what = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %what
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}

; CHECK-LABEL: define {{.*}}@waits_for_all(
; CHECK-NOT: invoke
; CHECK: @MPI_Irecv(
; CHECK: store double 1
; CHECK: @MPI_Waitall(
; CHECK: ret void
define void @waits_for_all(ptr noalias %buffer, ptr noalias %other) personality ptr @__gxx_personality_v0 {
  %request = alloca ptr, align 8
  invoke i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request) to label %started unwind label %caught
started:
  invoke i32 @MPI_Waitall(i32 1, ptr %request, ptr null) to label %on unwind label %caught
caught:
  %what = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %what
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
