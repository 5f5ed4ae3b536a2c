; SPDX-License-Identifier: Apache-2.0
; The inner loop's index is computed in 32 bits, as flang does, beside the outer one's in 64: the verifier follows both.
; RUN: %split_ir %s | FileCheck %s

; CHECK-LABEL: define void @program(
; CHECK: call i32 @bamboo_split_core(
; CHECK: call i32 @MPI_Wait(
define void @program(ptr noalias %u, ptr noalias %v, i64 %rows, i32 %columns, i32 %received) {
entry:
  %wide = sext i32 %columns to i64
  %any = icmp sgt i64 %rows, 0
  %some = icmp sgt i32 %columns, 0
  call i32 @MPI_Recv(ptr %u, i32 %received, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br i1 %any, label %outer, label %done
outer:
  %j = phi i64 [ 0, %entry ], [ %j.next, %latch ]
  %row = mul nsw i64 %j, %wide
  br i1 %some, label %inner, label %latch
inner:
  %i = phi i64 [ 0, %outer ], [ %i.next, %inner ]
  %shifted = shl i64 %i, 32
  %behind = add i64 %shifted, 4294967296
  %index = ashr exact i64 %behind, 32
  %from = add i64 %index, %row
  %at = getelementptr double, ptr %u, i64 %from
  %value = load double, ptr %at
  %to = add i64 %i, %row
  %into = getelementptr double, ptr %v, i64 %to
  store double %value, ptr %into
  %i.next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %i.next, %wide
  br i1 %last, label %latch, label %inner
latch:
  %j.next = add nuw nsw i64 %j, 1
  %end = icmp eq i64 %j.next, %rows
  br i1 %end, label %done, label %outer
done:
  ret void
}
