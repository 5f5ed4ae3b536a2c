; SPDX-License-Identifier: Apache-2.0
; At level beyond no jump leads from the guard of one loop behind the guard of the next one, where both could be nests
; behind messages. Functions with a loop that calls others are optimised as ever, and all at other levels.
; RUN: %jumps_ir -bamboo-overlap-level=beyond < %s | FileCheck %s --check-prefixes=CHECK,SEPARATE
; RUN: %jumps_ir -bamboo-overlap-level=extended < %s | FileCheck %s --check-prefixes=CHECK,JOINED
; A module without MPI.
; RUN: sed 's/MPI_Wait/wait_for/' %s | %jumps_ir -bamboo-overlap-level=beyond | FileCheck %s --check-prefixes=CHECK,JOINED

declare i32 @MPI_Wait(ptr, ptr)
declare void @other(i64)

; CHECK-LABEL: define void @sweeps
; SEPARATE: br i1 %runs, label %first, label %between{{$}}
; JOINED: br i1 %runs, label %first, label %between.thread{{$}}
define void @sweeps(ptr %a, i64 %n) {
entry:
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %first, label %between

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  %p = getelementptr double, ptr %a, i64 %i
  store double 1.0, ptr %p
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between

between:
  store volatile i8 0, ptr %a
  br i1 %runs, label %second, label %end

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %q = getelementptr double, ptr %a, i64 %j
  store double 2.0, ptr %q
  %j.next = add i64 %j, 1
  %again = icmp slt i64 %j.next, %n
  br i1 %again, label %second, label %end

end:
  ret void
}

; CHECK-LABEL: define void @calls
; CHECK: br i1 %runs, label %first, label %between.thread{{$}}
define void @calls(ptr %a, i64 %n) {
entry:
  %runs = icmp sgt i64 %n, 0
  br i1 %runs, label %first, label %between

first:
  %i = phi i64 [ 0, %entry ], [ %i.next, %first ]
  call void @other(i64 %i)
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %first, label %between

between:
  store volatile i8 0, ptr %a
  br i1 %runs, label %second, label %end

second:
  %j = phi i64 [ 0, %between ], [ %j.next, %second ]
  %q = getelementptr double, ptr %a, i64 %j
  store double 2.0, ptr %q
  %j.next = add i64 %j, 1
  %again = icmp slt i64 %j.next, %n
  br i1 %again, label %second, label %end

end:
  ret void
}
