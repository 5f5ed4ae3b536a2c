; A buffer of doubles holds no ints, by the rules of C.
; RUN: %overlap_ir %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}store i32 1
; CHECK-NEXT: {{.*}}load double
; CHECK-NEXT: {{.*}}store double
; CHECK-NEXT: {{.*}}@MPI_Wait(
define void @program(ptr %buffer, ptr %other, ptr noalias %third) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store i32 1, ptr %other, !tbaa !3
  %d = load double, ptr %third, !tbaa !1
  store double %d, ptr %third, align 8
  ret void
}

!0 = !{!"Simple C/C++ TBAA"}
!1 = !{!2, !2, i64 0}
!2 = !{!"double", !4, i64 0}
!3 = !{!5, !5, i64 0}
!4 = !{!"omnipotent char", !0, i64 0}
!5 = !{!"int", !4, i64 0}
