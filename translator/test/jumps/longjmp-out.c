// SPDX-License-Identifier: Apache-2.0
// A longjmp out of a block, in a function that it calls.
// RUN: not %translate --check %s -- %flags 2>&1 | FileCheck %s
#include <mpi.h>
#include <setjmp.h>
double a[8], b[8];
static jmp_buf failed;
static void check(int code) { if (code != 0) longjmp(failed, 1); }
void f(int n) {
  if (setjmp(failed)) return;
  #pragma bamboo olap
  {
    #pragma bamboo send
    MPI_Send(a, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    #pragma bamboo receive
    check(MPI_Recv(b, n, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  }
}
// CHECK: longjmp-out.c:16:5: error: 'longjmp' leaves the region of line 11 without ending it [bamboo:long-jump-out]
// CHECK: longjmp-out.c:11:18: note: call 'setjmp' inside of the statement behind this directive, or leave it by 'return' or 'goto'
// CHECK-NOT: error:
