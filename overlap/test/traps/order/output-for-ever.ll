; A function that must make progress may do so by writing for ever: the code behind it is not executed.
; RUN: %overlap_ir %s | FileCheck %s

declare i32 @puts(ptr) memory(inaccessiblemem: readwrite)

@text = private constant [2 x i8] c"x\00"

define void @serves() mustprogress {
entry:
  br label %again
again:
  %c = call i32 @puts(ptr @text)
  %go = icmp sge i32 %c, 0
  br i1 %go, label %again, label %done
done:
  ret void
}

; CHECK-LABEL: define {{.*}}@program(
; CHECK: @MPI_Irecv(
; CHECK-NEXT: {{.*}}@MPI_Wait(
; CHECK-NEXT: {{.*}}@serves
; CHECK-NEXT: {{.*}}sdiv
define void @program(ptr noalias %buffer, ptr noalias %other, i32 %a, i32 %b) {
  call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @serves()
  %quotient = sdiv i32 %a, %b
  store i32 %quotient, ptr %other
  ret void
}
