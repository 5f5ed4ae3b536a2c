; A function that calls itself may not end.
; RUN: %overlap_ir %s | FileCheck %s

define internal void @recurses(i32 %n) {
  %more = icmp ne i32 %n, 0
  br i1 %more, label %deeper, label %done
deeper:
  %less = add i32 %n, -2
  call void @recurses(i32 %less)
  br label %done
done:
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@recurses
define void @program(ptr noalias %buffer, ptr noalias %other, ptr noalias %last) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @recurses(i32 9)
  store double 9.000000e+00, ptr %last, align 8
  ret void
}
