; SPDX-License-Identifier: Apache-2.0
; A group of a namelist refers to a list, which refers to a descriptor, which refers to the variable.
; RUN: %split_ir %s | FileCheck %s

@n = internal global i32 4
@halo = internal global [8 x double] zeroinitializer
@sum = internal global i64 0
@box = internal constant [1 x ptr] [ptr @n]
@list = internal constant [1 x ptr] [ptr @box]
@group = internal constant [1 x ptr] [ptr @list]
@file = internal constant [6 x i8] c"a.f90\00"
declare ptr @_FortranAioBeginExternalListInput(i32, ptr, i32)
declare i1 @_FortranAioInputNamelist(ptr, ptr)

; CHECK-LABEL: define void @_QQmain
; CHECK:       loop:
; CHECK:       load i32, ptr @n
; CHECK:       ret void
define void @_QQmain(i32 %steps) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %1 = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %io = call ptr @_FortranAioBeginExternalListInput(i32 10, ptr @file, i32 1)
  %2 = call i1 @_FortranAioInputNamelist(ptr %io, ptr @group)
  %number = load i32, ptr @n
  %wide = sext i32 %number to i64
  store i64 %wide, ptr @sum
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %steps
  br i1 %again, label %loop, label %done
done:
  ret void
}
