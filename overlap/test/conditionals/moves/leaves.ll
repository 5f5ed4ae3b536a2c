; A completion leaves its conditional. On the other way it waits for the null request, which is set in front of the branch.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=extended %s | FileCheck %s --check-prefix=INSIDE
; RUN: %overlap_ir -bamboo-overlap-level=beyond -bamboo-overlap-conditionals=false %s | FileCheck %s --check-prefix=INSIDE
; INSIDE-NOT: @ompi_request_null
; INSIDE: @MPI_Irecv(
; INSIDE-NEXT: {{.*}}@MPI_Wait(
; INSIDE-NEXT: br label %on

; CHECK-LABEL: define {{.*}}@program(
; CHECK: %[[REQUEST:.*]] = alloca ptr
; CHECK-NEXT: store ptr @ompi_request_null, ptr %[[REQUEST]]
; CHECK-NEXT: br i1 %which
; CHECK: receives:
; CHECK-NEXT: {{.*}}@MPI_Irecv({{.*}}, ptr %[[REQUEST]])
; CHECK-NEXT: br label %on
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: {{.*}}@bamboo.MPI_Wait(ptr %[[REQUEST]], ptr null)
; CHECK-NEXT: ret void
define void @program(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
