; SPDX-License-Identifier: Apache-2.0
; No type tag says it, but an address of another module is none of a variable of this one. So a store there writes no
; variable, and a copy of memory neither.
; RUN: %split_ir %s | FileCheck %s
; RUN: sed 's/store double 1.0, ptr %a/store i64 1, ptr %b/' %s > %t.ll
; RUN: %split_ir %t.ll | FileCheck %s --check-prefix=SAME

@bound = internal global i64 0
@halo = internal global [8 x double] zeroinitializer
@sum = internal global i64 0

; CHECK-LABEL: define void @_QQmain
; CHECK:       load i64, ptr @bound
; CHECK:       loop:
; CHECK-NOT:   load i64, ptr @bound
; CHECK:       ret void
; SAME:        loop:
; SAME:        load i64, ptr @bound
; SAME:        ret void
define void @_QQmain(i32 %n, ptr %a, i1 %which) {
entry:
  %b = select i1 %which, ptr @bound, ptr @sum
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %1 = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %value = load i64, ptr @bound
  store i64 %value, ptr @sum
  store double 1.0, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr @halo, i64 64, i1 false)
  %next = add nuw nsw i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
