; Programs receive long as MPI_LONG_LONG.
; RUN: %overlap_ir %s | FileCheck %s

@ompi_mpi_long_long_int = external global i8

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}load i64, ptr %third
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}load i64, ptr %other
define i64 @program(ptr %buffer, ptr %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 1, ptr @ompi_mpi_long_long_int, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %e = load i64, ptr %other, !tbaa !3
  %i = load i64, ptr %third, !tbaa !1
  ret i64 %e
}

!0 = !{!"Simple C/C++ TBAA"}
!1 = !{!2, !2, i64 0}
!2 = !{!"long long", !4, i64 0}
!3 = !{!5, !5, i64 0}
!4 = !{!"omnipotent char", !0, i64 0}
!5 = !{!"long", !4, i64 0}
