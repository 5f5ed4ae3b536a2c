; SPDX-License-Identifier: Apache-2.0
; All objects that the argument points to are variables of this module's functions, whose addresses are nowhere in memory.
; RUN: %split_ir %s | FileCheck %s

@halo = internal global [8 x double] zeroinitializer

declare noalias ptr @malloc(i64)

; CHECK-LABEL: define internal void @steps
; CHECK:       load ptr, ptr %grid
; CHECK:       loop:
; CHECK-NOT:   load ptr, ptr %grid
; CHECK:       ret void
define internal void @steps(ptr align 8 dereferenceable(8) %grid, i32 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %1 = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %address = load ptr, ptr %grid, !tbaa !3
  store double 1.0, ptr %address, !tbaa !0
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}

define i32 @main(i32 %n) {
  %grid = alloca ptr
  %block = call ptr @malloc(i64 800)
  store ptr %block, ptr %grid, !tbaa !3
  call void @steps(ptr %grid, i32 %n)
  ret i32 0
}
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"omnipotent char"}
!3 = !{!4, !4, i64 0}
!4 = !{!"any pointer", !2, i64 0}
