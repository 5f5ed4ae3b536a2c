; A completion that the program has itself moves behind computation that touches none of its buffers.
; RUN: %overlap_ir %s | FileCheck %s
; RUN: %overlap_ir -bamboo-overlap-existing=false %s | FileCheck --check-prefix=OFF %s

@in = internal global [4 x double] zeroinitializer
@out = internal global [4 x double] zeroinitializer
@data = internal global double 0.0

define internal void @compute() noinline nounwind willreturn {
  store double 1.0, ptr @data
  ret void
}

define internal void @unpack() noinline nounwind willreturn {
  %v = load double, ptr @in
  store double %v, ptr @data
  ret void
}

; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Isend
; CHECK-NEXT:  call void @compute()
; CHECK-NEXT:  call i32 @MPI_Waitall
; CHECK-NEXT:  call void @unpack()
; OFF-LABEL: define void @program
; OFF:       call i32 @MPI_Waitall
; OFF-NEXT:  call void @compute()
define void @program() {
  %requests = alloca [2 x ptr]
  %second = getelementptr [2 x ptr], ptr %requests, i64 0, i64 1
  %1 = call i32 @MPI_Irecv(ptr @in, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %requests)
  %2 = call i32 @MPI_Isend(ptr @out, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr %second)
  %3 = call i32 @MPI_Waitall(i32 2, ptr %requests, ptr null)
  call void @compute()
  call void @unpack()
  ret void
}
