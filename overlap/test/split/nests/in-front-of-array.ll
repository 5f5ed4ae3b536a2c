; A message in front of what the nest reads is on its way all the time. That the nest does not touch it follows from the
; sign of the index, which is known of the core and the rest as well.
; RUN: %split_ir -bamboo-overlap=always %s | FileCheck %s

@u = global [100 x i32] zeroinitializer
@v = global [100 x i32] zeroinitializer

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK: @MPI_Irecv(
; CHECK: @bamboo_split_core(
; CHECK: @MPI_Wait(
; CHECK: @bamboo_split_rest_plan(
; CHECK: @MPI_Wait(
define void @program() {
entry:
  call i32 @MPI_Recv(ptr getelementptr (i8, ptr @u, i64 284), i32 1, ptr @ompi_mpi_int, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Recv(ptr @u, i32 1, ptr @ompi_mpi_int, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %loop
loop:
  %i = phi i64 [ 1, %entry ], [ %next, %loop ]
  %next = add nuw nsw i64 %i, 1
  %bytes = shl nuw nsw i64 %next, 2
  %from = getelementptr inbounds i8, ptr @u, i64 %bytes
  %value = load i32, ptr %from, align 4
  %there = shl nuw nsw i64 %i, 2
  %to = getelementptr inbounds i8, ptr @v, i64 %there
  store i32 %value, ptr %to, align 4
  %again = icmp ult i64 %i, 70
  br i1 %again, label %loop, label %done
done:
  ret void
}
