; Rows of one array: the program compares them when it runs, and completes the first one early where they meet.
; RUN: %overlap_ir -bamboo-overlap-level=beyond %s | FileCheck %s

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(ptr %u, i32 %n, {{.*}}ptr %[[REQUEST:[^,)]+]])
; CHECK-DAG: %[[BEGIN:.*]] = ptrtoint ptr %u to i64
; CHECK-DAG: %[[COUNT:.*]] = zext i32 %n to i64
; CHECK-DAG: %[[BYTES:.*]] = mul i64 %[[COUNT]], 8
; CHECK-DAG: %[[END:.*]] = add i64 %[[BEGIN]], %[[BYTES]]
; CHECK-DAG: %[[BEGIN2:.*]] = ptrtoint ptr %row to i64
; CHECK-DAG: %[[COUNT2:.*]] = zext i32 %m to i64
; CHECK-DAG: %[[BYTES2:.*]] = mul i64 %[[COUNT2]], 8
; CHECK-DAG: %[[END2:.*]] = add i64 %[[BEGIN2]], %[[BYTES2]]
; CHECK-DAG: %[[BELOW:.*]] = icmp ult i64 %[[BEGIN]], %[[END2]]
; CHECK-DAG: %[[ABOVE:.*]] = icmp ult i64 %[[BEGIN2]], %[[END]]
; CHECK: %[[MEET:.*]] = and i1 %[[BELOW]], %[[ABOVE]]
; CHECK-NEXT: %[[HOW_MANY:.*]] = zext i1 %[[MEET]] to i32
; CHECK-NEXT: call i32 @MPI_Waitall(i32 %[[HOW_MANY]], ptr %[[REQUEST]], ptr null)
; CHECK-NEXT: @MPI_Irecv(ptr %row, i32 %m
; CHECK-NEXT: store double
; CHECK-NEXT: @MPI_Wait(ptr %[[REQUEST]]
; CHECK-NEXT: @MPI_Wait(
define void @program(ptr %u, i64 %i, i32 %n, i32 %m, ptr noalias %other) {
  %row = getelementptr double, ptr %u, i64 %i
  call i32 @MPI_Recv(ptr %u, i32 %n, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call i32 @MPI_Recv(ptr %row, i32 %m, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.000000e+00, ptr %other, align 8
  ret void
}
