; In C++ an enumeration is a type of its own; MPI receives it as an int.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}load i32, ptr %third
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}load i32, ptr %other
define i32 @program(ptr %buffer, ptr %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 1, ptr @ompi_mpi_int, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %e = load i32, ptr %other, !tbaa !3
  %i = load i32, ptr %third, !tbaa !1
  ret i32 %e
}

!0 = !{!"Simple C++ TBAA"}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !4, i64 0}
!3 = !{!5, !5, i64 0}
!4 = !{!"omnipotent char", !0, i64 0}
!5 = !{!"_ZTS5Color", !4, i64 0}
