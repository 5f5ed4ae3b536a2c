; SPDX-License-Identifier: Apache-2.0
; Trap: a loop that does nothing any more has no core that could run earlier.
; RUN: %split_ir %s | FileCheck %s
define void @sweep(ptr noalias %u, ptr noalias %v) {
; CHECK: call i32 @MPI_Recv(
; CHECK-NOT: @bamboo_split
; CHECK: ret void
entry:
  %1 = call i32 @MPI_Recv(ptr %u, i32 1, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %l = load double, ptr %u
  %positive = fcmp ogt double %l, 0.0
  br i1 %positive, label %set, label %before
set:
  store double %l, ptr %v
  br label %before
before:
  br label %empty
empty:
  %i = phi i64 [ 0, %before ], [ %i.next, %empty ]
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 4000
  br i1 %more, label %empty, label %end
end:
  ret void
}
