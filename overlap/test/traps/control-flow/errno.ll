; errno is that of the last call before it is read, and a root may set it.
; RUN: %overlap_ir %s | FileCheck %s

declare double @sqrt(double)
declare ptr @__errno_location() nounwind willreturn memory(none)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Wait(
; CHECK: @sqrt
; CHECK: load i32, ptr %place
define i32 @program(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %value = load double, ptr %buffer, !tbaa !1
  %root = call double @sqrt(double %value)
  %place = call ptr @__errno_location()
  %error = load i32, ptr %place, !tbaa !3
  store double 1.000000e+00, ptr %other, align 8
  ret i32 %error
}

!0 = !{!"Simple C/C++ TBAA"}
!1 = !{!2, !2, i64 0}
!2 = !{!"double", !4, i64 0}
!3 = !{!5, !5, i64 0}
!4 = !{!"omnipotent char", !0, i64 0}
!5 = !{!"int", !4, i64 0}
