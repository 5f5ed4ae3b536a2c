; SPDX-License-Identifier: Apache-2.0
; One iteration takes the pointer of its row over from the one before. The first pointer is loaded where the program
; decides whether there are rows, so the loop has no preheader. Each iteration loads its own pointer again, and so rows
; do not depend on one another.
; RUN: %split_ir %s | FileCheck %s
; CHECK: call i32 @bamboo_split_chunk(
define void @program(ptr noalias %cells, ptr noalias readonly %u, ptr noalias %v, i64 %rows, i64 %columns) {
entry:
  %end = getelementptr inbounds ptr, ptr %u, i64 %rows
  call i32 @MPI_Recv(ptr %cells, i32 2, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %first = load ptr, ptr %u, !tbaa !1
  %some = icmp sgt i64 %rows, 0
  br i1 %some, label %row, label %done
row:
  %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
  %above = phi ptr [ %first, %entry ], [ %own, %latch ]
  %i.next = add nuw nsw i64 %i, 1
  %own.place = getelementptr inbounds ptr, ptr %u, i64 %i.next
  %own = load ptr, ptr %own.place, !tbaa !1
  %to.row.place = getelementptr inbounds ptr, ptr %v, i64 %i.next
  %to.row = load ptr, ptr %to.row.place, !tbaa !1
  br label %cell
cell:
  %j = phi i64 [ 0, %row ], [ %j.next, %cell ]
  %from = getelementptr inbounds double, ptr %above, i64 %j
  %value = load double, ptr %from, !tbaa !3
  %to = getelementptr inbounds double, ptr %to.row, i64 %j
  store double %value, ptr %to, !tbaa !3
  %j.next = add nuw nsw i64 %j, 1
  %j.last = icmp eq i64 %j.next, 1000
  br i1 %j.last, label %latch, label %cell
latch:
  %i.last = icmp eq i64 %i.next, %rows
  br i1 %i.last, label %done, label %row
done:
  ret void
}
!0 = !{!"types"}
!1 = !{!2, !2, i64 0}
!2 = !{!"pointer", !0}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !0}
