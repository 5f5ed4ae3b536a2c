; Where nothing was started the MPI is not called: the program may not have initialised it on that way.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@converted(
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: call i32 @bamboo.MPI_Wait(ptr %[[REQUEST:.*]], ptr null)
; CHECK-NEXT: ret void
define void @converted(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}

; One that is always started is waited for as it is.
; CHECK-LABEL: define {{.*}}@always(
; CHECK: call i32 @MPI_Wait(
define void @always(ptr noalias %buffer, ptr noalias %other) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}

; CHECK-LABEL: define {{.*}}@own(
; CHECK: on:
; CHECK-NEXT: store double
; CHECK-NEXT: %[[COUNT:.*]] = load i32, ptr %bamboo.count
; CHECK-NEXT: call i32 @bamboo.MPI_Waitall(i32 %[[COUNT]], ptr %request, ptr null)
; CHECK-NEXT: ret void
define void @own(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  %request = alloca ptr
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Irecv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %request)
  call i32 @MPI_Wait(ptr %request, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}

; A second one asks in the same function.
; CHECK-LABEL: define {{.*}}@again(
; CHECK: call i32 @bamboo.MPI_Wait(
define void @again(ptr noalias %buffer, ptr noalias %other, i1 %which) {
  br i1 %which, label %receives, label %on
receives:
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  br label %on
on:
  store double 1.000000e+00, ptr %other, align 8
  ret void
}

; CHECK: define internal i32 @bamboo.MPI_Wait(ptr %[[ASKED:.*]], ptr %[[STATUS:.*]]) {
; CHECK: %[[FOUND:.*]] = load ptr, ptr %[[ASKED]]
; CHECK-NEXT: %[[SOME:.*]] = icmp ne ptr %[[FOUND]], @ompi_request_null
; CHECK-NEXT: br i1 %[[SOME]], label %waits, label %nothing
; CHECK: waits:
; CHECK-NEXT: %[[ERROR:.*]] = call i32 @MPI_Wait(ptr %[[ASKED]], ptr %[[STATUS]])
; CHECK-NEXT: ret i32 %[[ERROR]]
; CHECK: nothing:
; CHECK-NEXT: ret i32 0

; CHECK: define internal i32 @bamboo.MPI_Waitall(i32 %[[HOW_MANY:.*]], ptr %[[ALL:.*]], ptr %[[STATUSES:.*]]) {
; CHECK: %[[ANY:.*]] = icmp ne i32 %[[HOW_MANY]], 0
; CHECK-NEXT: br i1 %[[ANY]], label %waits, label %nothing
; CHECK: call i32 @MPI_Waitall(i32 %[[HOW_MANY]], ptr %[[ALL]], ptr %[[STATUSES]])
; CHECK-NOT: define
