; The code that resumes a coroutine may call MPI while it is suspended.
; RUN: %overlap_ir %s | FileCheck %s

declare token @llvm.coro.id(i32, ptr, ptr, ptr)
declare ptr @llvm.coro.begin(token, ptr)
declare i8 @llvm.coro.suspend(token, i1)
declare i1 @llvm.coro.end(ptr, i1, token)

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@llvm.coro.suspend
define void @program(ptr noalias %buffer, ptr noalias %other) presplitcoroutine {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  %frame = call ptr @llvm.coro.begin(token %id, ptr null)
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  %s = call i8 @llvm.coro.suspend(token none, i1 false)
  switch i8 %s, label %out [ i8 0, label %on
  i8 1, label %out ]
on:
  store double 1.000000e+00, ptr %other, align 8
  br label %out
out:
  %unused = call i1 @llvm.coro.end(ptr %frame, i1 false, token none)
  ret void
}
