; SPDX-License-Identifier: Apache-2.0
; The number of elements is one expression that is computed on two ways: it becomes one, and the message is known by that.
; RUN: %split_ir %s | FileCheck %s
@u = internal global [4096 x double] zeroinitializer
@v = internal global [4096 x double] zeroinitializer
declare void @g(i32)
define ptr @r() { ret ptr @v }
define void @sweep(i32 %n, i32 %m, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %x = mul i32 %n, %m
  call void @g(i32 %x)
  br label %join
b:
  %y = mul i32 %n, %m
  br label %join
join:
  %count = phi i32 [ %x, %a ], [ %y, %b ]
  %1 = call i32 @MPI_Recv(ptr @u, i32 %count, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %loop
loop:
  %i = phi i64 [ 1, %join ], [ %i.next, %loop ]
  %p = getelementptr [4096 x double], ptr @u, i64 0, i64 %i
  %l = load double, ptr %p
  %q = getelementptr [4096 x double], ptr @v, i64 0, i64 %i
  store double %l, ptr %q
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i.next, 4000
  br i1 %more, label %loop, label %end
end:
  ret void
}
; CHECK: join:
; CHECK-NEXT: %[[COUNT:[0-9]+]] = mul i32 %n, %m
; CHECK-NEXT: call i32 @MPI_Irecv(ptr @u, i32 %[[COUNT]],
; CHECK: %[[WIDE:[0-9]+]] = zext i32 %[[COUNT]] to i64
; CHECK-NEXT: %[[BYTES:[0-9]+]] = mul i64 %[[WIDE]], 8
; CHECK-NEXT: call void @bamboo_split_touch(ptr {{.*}}, i32 0, i64 ptrtoint (ptr @u to i64), i64 %[[BYTES]], i32 1)
