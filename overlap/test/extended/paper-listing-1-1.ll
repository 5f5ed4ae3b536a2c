; The paper's Listing 1.1 becomes its Listing 1.3: both multiplications in the window, `touch` behind it.
; RUN: %overlap_ir %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-level=basic %s | FileCheck --check-prefix=BASIC %s

@d1 = internal global [64 x i8] zeroinitializer
@d2 = internal global [64 x i8] zeroinitializer
@res = internal global double 0.0

define internal void @multiply() nounwind willreturn {
  store double 1.0, ptr @res
  ret void
}

define internal void @touch() nounwind willreturn {
  store i8 1, ptr @d1
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:      call i32 @MPI_Ialltoall(ptr @d1, i32 16, ptr @ompi_mpi_byte, ptr @d2, i32 16, ptr @ompi_mpi_byte, ptr @ompi_mpi_comm_world, ptr %[[REQUEST:.*]])
; CHECK-NEXT: call void @multiply()
; CHECK-NEXT: call void @multiply()
; CHECK-NEXT: call i32 @MPI_Wait(ptr %[[REQUEST]], ptr null)
; CHECK-NEXT: call void @touch()
; BASIC-LABEL: define void @program
; BASIC:      call i32 @MPI_Ialltoall
; BASIC-NEXT: call void @multiply()
; BASIC-NEXT: call i32 @MPI_Wait
; BASIC-NEXT: call void @touch()
; BASIC-NEXT: call void @multiply()
define void @program() {
  %1 = call i32 @MPI_Alltoall(ptr @d1, i32 16, ptr @ompi_mpi_byte, ptr @d2, i32 16, ptr @ompi_mpi_byte, ptr @ompi_mpi_comm_world)
  call void @multiply()
  call void @touch()
  call void @multiply()
  ret void
}
