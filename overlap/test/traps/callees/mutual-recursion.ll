; Two functions that call each other may not end.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @one(i32 %n) {
  %more = icmp ne i32 %n, 0
  br i1 %more, label %deeper, label %done
deeper:
  call void @two(i32 %n)
  br label %done
done:
  ret void
}

define internal void @two(i32 %n) {
  call void @one(i32 %n)
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@one
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @one(i32 9)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
