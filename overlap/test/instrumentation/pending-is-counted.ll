; The program counts pending operations between the halves.
; RUN: %overlap_ir -bamboo-overlap-polls %s | FileCheck %s

@in = internal global [4 x double] zeroinitializer
@data = internal global [100 x double] zeroinitializer

define internal void @compute() noinline nounwind {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %p = getelementptr [100 x double], ptr @data, i64 0, i64 %i
  %v = load double, ptr %p
  %w = fadd double %v, 1.0
  store double %w, ptr %p
  %j.next = add nuw nsw i64 %j, 1
  %more = icmp ult i64 %j.next, 10
  br i1 %more, label %inner, label %outer.latch
outer.latch:
  %i.next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %i.next, 100
  br i1 %again, label %outer, label %end
end:
  ret void
}
; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv
; CHECK-NEXT:  atomicrmw add ptr @bamboo_overlap_pending, i32 1 monotonic
; CHECK-NEXT:  call void @compute()
; CHECK-NEXT:  call i32 @MPI_Wait
; CHECK-NEXT:  atomicrmw add ptr @bamboo_overlap_pending, i32 -1 monotonic
define void @program() {
  %1 = call i32 @MPI_Recv(ptr @in, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @compute()
  ret void
}
