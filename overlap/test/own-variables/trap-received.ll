; SPDX-License-Identifier: Apache-2.0
; A message brings the variable: it is loaded each time.
; RUN: %split_ir %s | FileCheck %s

@array = internal global ptr null
@halo = internal global [8 x double] zeroinitializer


; CHECK-LABEL: define i32 @main
; CHECK:       loop:
; CHECK:       load ptr, ptr @array
; CHECK:       ret i32
define i32 @main(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %1 = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %2 = call i32 @MPI_Recv(ptr @array, i32 8, ptr @ompi_mpi_byte, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %address = load ptr, ptr @array, !tbaa !3
  store double 1.0, ptr %address, !tbaa !0
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i32 0
}
!0 = !{!1, !1, i64 0}
!1 = !{!"double", !2, i64 0}
!2 = !{!"omnipotent char"}
!3 = !{!4, !4, i64 0}
!4 = !{!"any pointer", !2, i64 0}
