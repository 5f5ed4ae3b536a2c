; SPDX-License-Identifier: Apache-2.0
; The blocks A and B form a cycle that is no loop: they are executed several times in an iteration, which cannot be cut
; there.
; RUN: %split_ir %s | FileCheck %s
; CHECK-LABEL: define i64 @smooth(
; CHECK-NOT: .again
; CHECK: call i32 @MPI_Recv(
; CHECK-NOT: call i32 @MPI_
target triple = "x86_64-unknown-linux-gnu"
@ompi_mpi_comm_world = external global ptr
@ompi_mpi_double = external global ptr
define i64 @smooth(ptr %a, ptr %b, i64 %n, i64 %steps, i32 %left, i64 %mode) {
entry:
  br label %iteration
iteration:
  %u = phi ptr [ %a, %entry ], [ %v, %end ]
  %v = phi ptr [ %b, %entry ], [ %u, %end ]
  %it = phi i64 [ 0, %entry ], [ %next, %end ]
  %h = phi i64 [ 1, %entry ], [ %h2, %end ]
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
  br i1 %is_end, label %choose, label %sweep
choose:
  %m = add i64 %h, %it
  %odd = trunc i64 %m to i1
  br i1 %odd, label %A, label %B
A:
  %ha = phi i64 [ %m, %choose ], [ %hb2, %B ]
  %ka = phi i64 [ 3, %choose ], [ %kb2, %B ]
  %ha2 = mul i64 %ha, 7
  %ka2 = add i64 %ka, -1
  %again = icmp sgt i64 %ka2, 0
  br i1 %again, label %B, label %exchange
B:
  %hb = phi i64 [ %m, %choose ], [ %ha2, %A ]
  %kb = phi i64 [ 4, %choose ], [ %ka2, %A ]
  %hb1 = mul i64 %hb, 5
  %hb2 = add i64 %hb1, %kb
  %kb2 = add i64 %kb, 0
  br label %A
exchange:
  %ghost = getelementptr double, ptr %v, i64 %n
  %error = call i32 @MPI_Recv(ptr %ghost, i32 1, ptr @ompi_mpi_double, i32 %left, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %end
end:
  %h2 = add i64 %ha2, %it
  %next = add nsw i64 %it, 1
  %lim = mul i64 %steps, 1000
  %goes_on = icmp slt i64 %ha, %lim
  br i1 %goes_on, label %iteration, label %done
done:
  ret i64 %h2
}
