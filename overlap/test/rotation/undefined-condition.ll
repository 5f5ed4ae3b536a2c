; SPDX-License-Identifier: Apache-2.0
; What decides whether the loop ends is computed in front of the exchange, which need not come to its end: a value that is
; not defined must not decide there. The first computation is in front of the loop, the last exchange behind it.
; RUN: %split_ir %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

@ompi_mpi_comm_world = external global ptr
@ompi_mpi_double = external global ptr

define i64 @smooth(ptr %a, ptr %b, i64 %n, i64 %steps, i32 %left) {
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
  %value = load double, ptr %from
  %twice = fadd double %value, %value
  store double %twice, ptr %to
  %ii = add nuw nsw i64 %i, 1
  %is_end = icmp eq i64 %ii, %n
  br i1 %is_end, label %exchange, label %sweep
exchange:
  %ghost = getelementptr double, ptr %v, i64 %n
  %error = call i32 @MPI_Recv(ptr %ghost, i32 1, ptr @ompi_mpi_double, i32 %left, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %end
end:
  %next = add nsw i64 %it, 1
  %goes_on = icmp slt i64 %next, %steps
  br i1 %goes_on, label %iteration, label %done, !llvm.loop !0
done:
  ret i64 %next
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}

; CHECK-LABEL: define i64 @smooth(
; CHECK: br label %[[FIRST:.*]]
; The loop begins here:
; CHECK: [[HEADER:bamboo.iteration]]:
; CHECK: %[[IT:.*]] = phi i64 [ %it.again, %exchange.again ], [ %next, %exchange ]
; CHECK: %[[V:.*]] = phi ptr [ %v.again, %exchange.again ], [ %[[U:.*]], %exchange ]
; CHECK: %[[U]] = phi ptr [ %u.again, %exchange.again ], [ %[[V]], %exchange ]
; CHECK: %next = add nsw i64 %[[IT]], 1
; CHECK-NEXT: %goes_on = icmp slt i64 %next, %steps
; CHECK-NEXT: %[[ENDS:.*]] = freeze i1 %goes_on
; CHECK-NEXT: br i1 %[[ENDS]], label %{{.*}}, label %[[LAST:.*]]
; CHECK: call i32 @MPI_Irecv(
; CHECK: [[LAST]]:
; CHECK: call i32 @MPI_Wait(
; The last exchange:
; CHECK: call i32 @MPI_Recv(
; CHECK: ret i64 %next
; The first computation:
; CHECK: [[FIRST]]:
; CHECK: sweep.again:
; CHECK: fadd double
; CHECK: exchange.again:
; CHECK: br label %[[HEADER]]
