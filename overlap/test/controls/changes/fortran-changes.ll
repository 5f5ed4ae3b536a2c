; SPDX-License-Identifier: Apache-2.0
; Memory behind a reference may change as counts may: a root that the loop counts, a communicator that is handed to a procedure,
; counts that a TARGET may be, an error code that is a count of the next turn, counts that are received behind the one that says how
; many, counts that another procedure's persistent request receives.
; RUN: %plans_ir %s 2>&1 | FileCheck %s
@type = internal constant i32 17
@one = internal constant i32 1
@zero = internal constant i32 0
@roots = internal global i32 0

declare void @renew_(ptr)
declare void @mpi_recv_init_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
declare void @mpi_start_(ptr, ptr)

; CHECK: MPI_Scatterv: its control part stays in the loop: {{.*}}: a 'store' may change a variable
define void @root_(ptr %sent, ptr %received, ptr %counts, ptr %places) {
  %error = alloca i32
  br label %loop
loop:
  %turn = phi i32 [ 0, %0 ], [ %next, %loop ]
  store i32 %turn, ptr @roots
  call void @mpi_scatterv_(ptr %sent, ptr %counts, ptr %places, ptr @type, ptr %received, ptr @one, ptr @type, ptr @roots, ptr @zero, ptr %error)
  %next = add nsw i32 %turn, 1
  %more = icmp slt i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK: MPI_Scatterv: its control part stays in the loop: {{.*}}: the call of 'renew_' may change a variable
define void @comm_(ptr %sent, ptr %received, ptr %counts, ptr %places, i32 %first) {
  %error = alloca i32
  %comm = alloca i32
  %own = alloca [4 x i32]
  store i32 %first, ptr %comm
  br label %loop
loop:
  %turn = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @mpi_scatterv_(ptr %sent, ptr %own, ptr %places, ptr @type, ptr %received, ptr @one, ptr @type, ptr @zero, ptr %comm, ptr %error)
  call void @renew_(ptr %comm)
  %next = add nsw i32 %turn, 1
  %more = icmp slt i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK: MPI_Scatterv: its control part stays in the loop: {{.*}}: a 'store' may change the counts
define void @target_(ptr %sent, ptr %received, ptr %counts, ptr %places) {
  %error = alloca i32
  br label %loop
loop:
  %turn = phi i32 [ 0, %0 ], [ %next, %loop ]
  store double 1.0, ptr %sent, !tbaa !0
  call void @mpi_scatterv_(ptr %sent, ptr %counts, ptr %places, ptr @type, ptr %received, ptr @one, ptr @type, ptr @zero, ptr @zero, ptr %error)
  %next = add nsw i32 %turn, 1
  %more = icmp slt i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK: MPI_Scatterv: its control part stays in the loop: {{.*}}: the call of 'mpi_scatterv_' may change the counts
define void @error_(ptr %sent, ptr %received, ptr %counts, ptr %places, ptr %error) {
  br label %loop
loop:
  %turn = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @mpi_scatterv_(ptr %sent, ptr %counts, ptr %places, ptr @type, ptr %received, ptr @one, ptr @type, ptr @zero, ptr @zero, ptr %error)
  call void @mpi_scatterv_(ptr %received, ptr %places, ptr %places, ptr @type, ptr %sent, ptr @one, ptr @type, ptr @zero, ptr @zero, ptr %error)
  %next = add nsw i32 %turn, 1
  %more = icmp slt i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK: MPI_Scatterv: its control part stays in the loop: {{.*}}: the call of 'mpi_recv_' may change the counts
define void @behind_(ptr %sent, ptr %received, ptr %counts, ptr %places, ptr %status) {
  %error = alloca i32
  %second = getelementptr i8, ptr %counts, i64 4
  br label %loop
loop:
  %turn = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @mpi_recv_(ptr %second, ptr %counts, ptr @type, ptr @zero, ptr @zero, ptr @zero, ptr %status, ptr %error)
  call void @mpi_scatterv_(ptr %sent, ptr %counts, ptr %places, ptr @type, ptr %received, ptr @one, ptr @type, ptr @zero, ptr @zero, ptr %error)
  %next = add nsw i32 %turn, 1
  %more = icmp slt i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}

@request = internal global i32 0

define void @prepare_(ptr %counts) {
  %error = alloca i32
  call void @mpi_recv_init_(ptr %counts, ptr @one, ptr @type, ptr @zero, ptr @zero, ptr @zero, ptr @request, ptr %error)
  ret void
}

; CHECK: MPI_Scatterv: its control part stays in the loop: {{.*}}: the call of 'mpi_{{start|wait}}_' may change the counts
define void @persistent_(ptr %sent, ptr %received, ptr %counts, ptr %places, ptr %status) {
  %error = alloca i32
  store double 1.0, ptr %sent, !tbaa !6
  %first = load i32, ptr %counts, !tbaa !6
  br label %loop
loop:
  %turn = phi i32 [ 0, %0 ], [ %next, %loop ]
  call void @mpi_start_(ptr @request, ptr %error)
  call void @mpi_wait_(ptr @request, ptr %status, ptr %error)
  call void @mpi_scatterv_(ptr %sent, ptr %counts, ptr %places, ptr @type, ptr %received, ptr @one, ptr @type, ptr @zero, ptr @zero, ptr %error)
  %next = add nsw i32 %turn, 1
  %more = icmp slt i32 %next, 4
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The tag is that of a procedure that was inlined.
!0 = !{!1, !1, i64 0}
!1 = !{!"dummy arg data/_QFotherEsent", !2, i64 0}
!2 = !{!"dummy arg data", !3, i64 0}
!3 = !{!"any data access", !4, i64 0}
!4 = !{!"any access", !5, i64 0}
!5 = !{!"Flang function root _QPother"}

; And that of persistent_'s own dummy arguments.
!6 = !{!7, !7, i64 0}
!7 = !{!"dummy arg data/_QFpersistentEsent", !8, i64 0}
!8 = !{!"dummy arg data", !9, i64 0}
!9 = !{!"any data access", !10, i64 0}
!10 = !{!"any access", !11, i64 0}
!11 = !{!"Flang function root _QPpersistent"}
