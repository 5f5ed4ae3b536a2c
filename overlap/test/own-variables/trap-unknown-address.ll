; SPDX-License-Identifier: Apache-2.0
; An address that went through a number of another kind may be that of the variable.
; RUN: %split_ir %s | FileCheck %s

@n = internal global i32 4
@hidden = internal global double 0.0
@halo = internal global [8 x double] zeroinitializer
@sum = internal global i64 0
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define internal void @f() noinline {
  %d = load double, ptr @hidden
  %i = bitcast double %d to i64
  %p = inttoptr i64 %i to ptr
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false)
  ret void
}

; CHECK-LABEL: define i32 @main
; CHECK:       loop:
; CHECK:       load i32, ptr @n
; CHECK:       ret i32
define i32 @main(i32 %n) {
entry:
  %a = bitcast i64 ptrtoint (ptr @n to i64) to double
  store double %a, ptr @hidden
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %1 = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @f()
  %number = load i32, ptr @n
  %wide = sext i32 %number to i64
  store i64 %wide, ptr @sum
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret i32 0
}
