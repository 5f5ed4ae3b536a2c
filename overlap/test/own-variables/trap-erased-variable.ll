; SPDX-License-Identifier: Apache-2.0
; A variable of the first function is removed. An instruction of the second one may get its place in the compiler's memory,
; but is no such variable.
; RUN: %split_ir %s | FileCheck %s

@array = internal global ptr null
@halo = internal global [8 x double] zeroinitializer
@v = global ptr null
declare noalias ptr @malloc(i64)
define internal void @allocate(ptr %variable) noinline {
  %block = call ptr @malloc(i64 800)
  store ptr %block, ptr %variable
  ret void
}
define internal void @a(i32 %n) {
entry:
  call void @allocate(ptr @array)
  %d0 = alloca i32
  store i32 0, ptr %d0
  %d1 = alloca i32
  store i32 1, ptr %d1
  %d2 = alloca i32
  store i32 2, ptr %d2
  %d3 = alloca i32
  store i32 3, ptr %d3
  %d4 = alloca i32
  store i32 4, ptr %d4
  br label %loopA
loopA:
  %iA = phi i32 [ 0, %entry ], [ %nextA, %loopA ]
  %rA = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %addressA = load ptr, ptr @array
  store double 1.0, ptr %addressA
  %nextA = add nuw nsw i32 %iA, 1
  %againA = icmp slt i32 %nextA, %n
  br i1 %againA, label %loopA, label %doneA
doneA:
  ret void
}
; CHECK-LABEL: define internal i32 @b(
; CHECK:       %y = load i32, ptr %p
; CHECK:       sub i32 %y, %x
define internal i32 @b(i32 %n) {
entry:
  br label %sum
sum:
  %s = phi i32 [ 0, %entry ], [ %snext, %sum ]
  %acc = phi i32 [ 1, %entry ], [ %accnext, %sum ]
  %accnext = mul i32 %acc, %s
  %p = load ptr, ptr @v
  %snext = add nuw nsw i32 %s, 1
  %c = icmp slt i32 %snext, %n
  br i1 %c, label %sum, label %after
after:
  %x = load i32, ptr %p
  %r = call i32 @MPI_Recv(ptr %p, i32 1, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %y = load i32, ptr %p
  %d = sub i32 %y, %x
  %e = mul i32 %d, %accnext

  br label %loopB
loopB:
  %iB = phi i32 [ 0, %after ], [ %nextB, %loopB ]
  %rB = call i32 @MPI_Recv(ptr @halo, i32 8, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %addressB = load ptr, ptr @array
  store double 1.0, ptr %addressB
  %nextB = add nuw nsw i32 %iB, 1
  %againB = icmp slt i32 %nextB, %n
  br i1 %againB, label %loopB, label %doneB
doneB:
  ret i32 %e
}
define i32 @main(i32 %n) {
  call void @a(i32 %n)
  %1 = call i32 @b(i32 %n)
  ret i32 %1
}
