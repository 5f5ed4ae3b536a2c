; SPDX-License-Identifier: Apache-2.0
; In Fortran all arguments are in memory: constants and expressions in variables of the compiler, others where the program has
; them. The control precedes the error code. The binding stays referenced, so that its library is linked.
; RUN: %plans_ir %s 2>&1 | FileCheck %s

; CHECK: MPI_Scatterv: its control part was moved out of 1 loops
; CHECK: @bamboo.linked.mpi_scatterv_ = private constant ptr @mpi_scatterv_
; CHECK: @llvm.used = {{.*}}@bamboo.linked.mpi_scatterv_
; CHECK-LABEL: define void @steps_(
; CHECK:       store i64 0, ptr %[[CONTROL:[a-z.0-9]+]]
; CHECK-NEXT:  br label %loop
; CHECK:       loop:
; CHECK:       call void @bamboo_scatterv_controlled_(ptr %sent, ptr %counts, ptr %places, ptr %type, ptr %received, ptr %expression, ptr %type.1, ptr %root, ptr %comm, ptr %[[CONTROL]], ptr %error)
; CHECK:       end:
; CHECK-NEXT:  call i32 @Bamboo_Control_close(ptr %[[CONTROL]])
; CHECK-NEXT:  ret void
; CHECK-NOT:   mpi_scatterv_(ptr %
define void @steps_(ptr %sent, ptr %received, ptr %counts, ptr %places, ptr %n, ptr %root, ptr %comm) {
  %error = alloca i32
  %type = alloca i32
  %expression = alloca i32
  %type.1 = alloca i32
  %rank = alloca i32
  br label %loop

loop:
  %turn = phi i64 [ 1000, %0 ], [ %next, %loop ]
  store double 1.0, ptr %sent, !tbaa !0
  %number = load i32, ptr %n, !tbaa !2
  %sum = add i32 %number, 1
  store i32 17, ptr %type
  store i32 %sum, ptr %expression
  store i32 17, ptr %type.1
  call void @mpi_scatterv_(ptr %sent, ptr %counts, ptr %places, ptr %type, ptr %received, ptr %expression, ptr %type.1, ptr %root, ptr %comm, ptr %error)
  call void @mpi_comm_rank_(ptr %comm, ptr %rank, ptr %error)
  %next = add nsw i64 %turn, -1
  %more = icmp ugt i64 %turn, 1
  br i1 %more, label %loop, label %end

end:
  ret void
}

!0 = !{!1, !1, i64 0}
!1 = !{!"dummy arg data/_QFstepsEsent", !4, i64 0}
!2 = !{!3, !3, i64 0}
!3 = !{!"dummy arg data/_QFstepsEn", !4, i64 0}
!4 = !{!"dummy arg data", !5, i64 0}
!5 = !{!"any data access", !6, i64 0}
!6 = !{!"any access", !7, i64 0}
!7 = !{!"Flang function root _QPsteps"}
