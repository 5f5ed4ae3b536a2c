; Two messages from the same address on, of different types, are looked at each by its own.
; RUN: %split_ir -bamboo-overlap=always %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @bamboo_split_core(
; CHECK: @MPI_Waitall(
; CHECK: call void @bamboo_split_message({{.*}}, i64 2, i32 1, ptr %row)
; CHECK: call void @bamboo_split_message({{.*}}, i64 1, i32 1, ptr %column)
define void @program(ptr %u, ptr %v, i64 %n, ptr %row, ptr %column) {
entry:
  %requests = alloca [2 x ptr]
  %second = getelementptr ptr, ptr %requests, i64 1
  call i32 @MPI_Irecv(ptr %u, i32 2, ptr %row, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %requests)
  call i32 @MPI_Irecv(ptr %u, i32 1, ptr %column, i32 0, i32 1, ptr @ompi_mpi_comm_world, ptr %second)
  call i32 @MPI_Waitall(i32 2, ptr %requests, ptr null)
  %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %done
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %from = getelementptr double, ptr %u, i64 %i
  %value = load double, ptr %from
  %next = add nuw nsw i64 %i, 1
  %to = getelementptr double, ptr %v, i64 %next
  store double %value, ptr %to
  %last = icmp eq i64 %next, %n
  br i1 %last, label %done, label %loop
done:
  ret void
}
