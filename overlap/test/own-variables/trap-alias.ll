; SPDX-License-Identifier: Apache-2.0
; Another module knows the variable by another name.
; RUN: %split_ir %s | FileCheck %s

@n = internal global i32 4
@exported = alias i32, ptr @n
@halo = internal global [8 x double] zeroinitializer
@sum = internal global i64 0
declare void @other()

; CHECK-LABEL: define i32 @main
; CHECK:       loop:
; CHECK:       load i32, ptr @n
; CHECK:       ret i32
define i32 @main(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %1 = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @other()
  %number = load i32, ptr @n
  %wide = sext i32 %number to i64
  store i64 %wide, ptr @sum
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i32 0
}
