; A window is timed from behind the initiation to the completion, and the completion by itself.
; RUN: %overlap_ir -bamboo-measure-windows %s | FileCheck %s
; RUN: %overlap_ir -bamboo-measure-windows -bamboo-overlap-library %s | FileCheck %s --check-prefix=TRIED
; RUN: %overlap_ir %s | FileCheck %s --check-prefix=OFF

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
; CHECK:       @bamboo.text = {{.*}} c"MPI_Recv\00"
; CHECK:       @[[SITE:bamboo.window.*]] = internal global
; CHECK-LABEL: define void @program
; CHECK:       call i32 @MPI_Irecv
; CHECK-NEXT:  call void @bamboo_window_opens(ptr @[[SITE]], i64 32, i32 0)
; CHECK-NEXT:  call void @compute()
; CHECK-NEXT:  call void @bamboo_window_closes(ptr @[[SITE]])
; CHECK-NEXT:  call i32 @MPI_Wait
; CHECK-NEXT:  call void @bamboo_window_waited(ptr @[[SITE]])
; The end of a trial waits: that is no part of the window.
; TRIED:       call void @bamboo_window_closes(
; TRIED-NEXT:  call void @bamboo_window_ends(
; TRIED-NEXT:  call i32 @bamboo.MPI_Wait
; TRIED-NEXT:  call void @bamboo_window_waited(
; OFF-NOT:     bamboo_window
define void @program() {
  %1 = call i32 @MPI_Recv(ptr @in, i32 4, ptr @ompi_mpi_double, i32 0, i32 0, ptr @ompi_mpi_comm_world, ptr null)
  call void @compute()
  ret void
}
