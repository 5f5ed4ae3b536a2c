; SPDX-License-Identifier: Apache-2.0
; The load of the bound has lost its type tag, which the variable's other accesses have. So the store of a double in front
; of it does not change it. A variable whose accesses differ gets no tag.
; RUN: %split_ir %s | FileCheck %s
@size = global i32 0
@other = global i32 0

; CHECK-LABEL: define {{.*}}@program(
; CHECK: load i32, ptr @size, align 4, !tbaa ![[INT:[0-9]+]]
; CHECK: call ptr @bamboo_split_begin(
; CHECK: call i32 @bamboo_split_core(
define void @program(ptr %u, ptr noalias %v, ptr noalias %ghost) {
entry:
  call i32 @MPI_Recv(ptr %ghost, i32 2, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %received = load double, ptr %ghost, !tbaa !3
  store double %received, ptr %u, !tbaa !3
  %n = load i32, ptr @size
  %some = icmp sgt i32 %n, 0
  br i1 %some, label %front, label %done
front:
  %wide = zext nneg i32 %n to i64
  br label %loop
loop:
  %i = phi i64 [ 0, %front ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from, !tbaa !3
  %to = getelementptr double, ptr %v, i64 %i
  store double %value, ptr %to, !tbaa !3
  %next = add nuw nsw i64 %i, 1
  %last = icmp eq i64 %next, %wide
  br i1 %last, label %done, label %loop
done:
  ret void
}

; CHECK-LABEL: define {{.*}}@sizes(
; CHECK: store i32 %n, ptr @size, align 4, !tbaa ![[INT]]
; CHECK: load i32, ptr @other, align 4{{$}}
define i32 @sizes(i32 %n) {
  store i32 %n, ptr @size, !tbaa !5
  store i32 %n, ptr @other, !tbaa !5
  %same = load i32, ptr @other, !tbaa !1
  %known = load i32, ptr @other
  ret i32 %known
}

!0 = !{!"Simple C/C++ TBAA"}
!1 = !{!2, !2, i64 0}
!2 = !{!"omnipotent char", !0, i64 0}
!3 = !{!4, !4, i64 0}
!4 = !{!"double", !2, i64 0}
!5 = !{!6, !6, i64 0}
!6 = !{!"int", !2, i64 0}
