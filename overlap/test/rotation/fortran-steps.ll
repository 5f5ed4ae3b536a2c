; SPDX-License-Identifier: Apache-2.0
; Flang distinguishes the arguments of a procedure by types of memory, which hold in one call of it: the next call's u is
; this call's v. What remains is that data is no descriptor.
; RUN: %split_ir %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

@ompi_mpi_comm_world = external global ptr
@ompi_mpi_double = external global ptr
@in = internal global double 0.0

; CHECK-LABEL: define void @run(
; CHECK: .again
define void @run(ptr %a, ptr %b, ptr %descriptor, i64 %n, i64 %steps, i32 %left) {
entry:
  br label %iteration
iteration:
  %u = phi ptr [ %a, %entry ], [ %v, %end ]
  %v = phi ptr [ %b, %entry ], [ %u, %end ]
  %it = phi i64 [ 0, %entry ], [ %next, %end ]
  br label %sweep
sweep:
  %i = phi i64 [ 1, %iteration ], [ %ii, %sweep ]
  %from = getelementptr double, ptr %u, i64 %i
  %to = getelementptr double, ptr %v, i64 %i
  %value = load double, ptr %from, !tbaa !0
  %twice = fadd double %value, %value
  store double %twice, ptr %to, !tbaa !1
  %ii = add nuw nsw i64 %i, 1
  %is_end = icmp eq i64 %ii, %n
  br i1 %is_end, label %exchange, label %sweep
exchange:
  %error = call i32 @MPI_Recv(ptr @in, i32 1, ptr @ompi_mpi_double, i32 %left, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %ghost = load double, ptr @in, !tbaa !2
  store double %ghost, ptr %v, !tbaa !1
  %extent = load i64, ptr %descriptor, !tbaa !3
  %weight = load double, ptr %b, !tbaa !13
  br label %end
end:
  %next = add nsw i64 %it, 1
  %goes_on = icmp slt i64 %next, %steps
  br i1 %goes_on, label %iteration, label %done
done:
  ret void
}

; CHECK-NOT: !"dummy arg data/
; CHECK-NOT: !"global data/
; CHECK-DAG: !"descriptor member"
; CHECK-DAG: !"any data access"
; CHECK-DAG: !"double"
!0 = !{!4, !4, i64 0}
!1 = !{!5, !5, i64 0}
!2 = !{!6, !6, i64 0}
!3 = !{!7, !7, i64 0}
!4 = !{!"dummy arg data/_QMmFstepEu", !8, i64 0}
!5 = !{!"dummy arg data/_QMmFstepEv", !8, i64 0}
!6 = !{!"global data/_QMmEin", !9, i64 0}
!7 = !{!"descriptor member", !11, i64 0}
!8 = !{!"dummy arg data", !10, i64 0}
!9 = !{!"global data", !10, i64 0}
!10 = !{!"any data access", !11, i64 0}
!11 = !{!"any access", !12, i64 0}
!12 = !{!"Flang function root _QMmPstep"}
!13 = !{!14, !14, i64 0}
!14 = !{!"double", !15, i64 0}
!15 = !{!"omnipotent char", !16, i64 0}
!16 = !{!"Simple C/C++ TBAA"}
