; SPDX-License-Identifier: Apache-2.0
; MPI may write the variable in each iteration, through an address that a message brings or a call returns.
; RUN: %split_ir %s | FileCheck %s

@rank = internal global i32 0
@halo = internal global [8 x double] zeroinitializer
@sum = internal global i64 0

declare i32 @MPI_Comm_rank(ptr, ptr)
declare ptr @some_place()

; CHECK-LABEL: define i32 @main
; CHECK:       call i32 @MPI_Comm_rank
; CHECK:       loop:
; CHECK:       load i32, ptr @rank
; CHECK:       ret i32
define i32 @main(i32 %n) {
entry:
  %0 = call i32 @MPI_Comm_rank(ptr @ompi_mpi_comm_world, ptr @rank)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %1 = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %place = call ptr @some_place()
  %2 = call i32 @MPI_Comm_rank(ptr @ompi_mpi_comm_world, ptr %place)
  %number = load i32, ptr @rank
  %wide = sext i32 %number to i64
  store i64 %wide, ptr @sum
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i32 0
}
