; SPDX-License-Identifier: Apache-2.0
; LLVM's vectoriser makes such addresses. One is no number like MPI_IN_PLACE, so the buffer is written before it is sent.
; RUN: %overlap_ir %s | FileCheck %s

@buffer = internal global [8 x double] zeroinitializer
@data = internal global double 0.0

define internal void @fill() noinline nounwind willreturn {
  store double 1.0, ptr getelementptr inbounds (i8, ptr @buffer, i64 32)
  ret void
}

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call void @fill()
; CHECK:       call i32 @MPI_Isend
; CHECK:       call void @compute()
; CHECK:       call i32 @MPI_Wait
define void @program() {
  call void @fill()
  %1 = call i32 @MPI_Send(ptr inttoptr (i64 add (i64 ptrtoint (ptr @buffer to i64), i64 32) to ptr), i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world)
  call void @compute()
  ret void
}
