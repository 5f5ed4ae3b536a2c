; A call that says that a name is the user's (-fno-builtin) may keep the address that it gets.
; RUN: %overlap_ir %s | FileCheck %s

@kept = external global ptr

declare i32 @puts(ptr)

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv
; CHECK-NEXT:  %given = load
; CHECK-NEXT:  call i32 @MPI_Wait
; CHECK-NEXT:  store double
define void @program() {
  %buffer = alloca [4 x double]
  %1 = call i32 @puts(ptr %buffer) nobuiltin
  %given = load ptr, ptr @kept
  %2 = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.0, ptr %given
  ret void
}

; The library's function does not.
; CHECK-LABEL: define void @other
; CHECK:       call i32 @MPI_Irecv
; CHECK-NEXT:  %given = load
; CHECK-NEXT:  store double
; CHECK-NEXT:  call i32 @MPI_Wait
define void @other() {
  %buffer = alloca [4 x double]
  %1 = call i32 @puts(ptr %buffer)
  %given = load ptr, ptr @kept
  %2 = call i32 @MPI_Recv(ptr %buffer, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  store double 1.0, ptr %given
  ret void
}
