// SPDX-License-Identifier: Apache-2.0
// A counter that is declared outside of the loops of both blocks. Whether a value passes from one
// block to the other depends on its uses in front of them and behind them.
// DEFINE: %{check} = %translate --check -Rpass=bamboo %s -- %flags
// DEFINE: %{moved} = FileCheck --check-prefix=CHECK-MOVED --implicit-check-not=error: --implicit-check-not=warning: %s
// DEFINE: %{refused} = FileCheck --check-prefix=CHECK-REFUSED %s
// It is set before each of its uses.
// RUN: %{check} '-DBEFORE=int i; i = 0; use(i);' '-DBEHIND=i = 3; use(i);' 2>&1 | %{moved}
// A loop around the region sets it before it uses it.
// RUN: %{check} '-DBEFORE=int i; for (int k = 0; k < n; k++) { i = k; use(i);' '-DBEHIND=}' 2>&1 | %{moved}
// It is set on both ways.
// RUN: %{check} '-DBEFORE=int i = 0;' '-DBEHIND=if (n > 0) i = 1; else i = 2; use(i);' 2>&1 | %{moved}
// It is set on one way only.
// RUN: not %{check} '-DBEFORE=int i = 0;' '-DBEHIND=if (n > 0) i = 1; use(i);' 2>&1 | %{refused}
// A way out of a loop does not set it.
// RUN: not %{check} '-DBEFORE=int i = 0;' '-DBEHIND=do { if (n > 3) break; i = 2; } while (n > 5); use(i);' 2>&1 | %{refused}
// Its address is taken.
// RUN: not %{check} '-DBEFORE=int i; int *p = &i;' '-DBEHIND=use(*p);' 2>&1 | %{refused}
// The next iteration of the loop around the region uses it before it sets it.
// RUN: not %{check} '-DBEFORE=int i = 0; for (int k = 0; k < n; k++) { use(i);' '-DBEHIND=}' 2>&1 | %{refused}
// The loop around the region needs it.
// RUN: not %{check} '-DBEFORE=int i = 0; while (i < n) {' '-DBEHIND=}' 2>&1 | %{refused}
// It is used behind the blocks.
// RUN: not %{check} '-DBEFORE=int i;' '-DBEHIND=use(i);' 2>&1 | %{refused}
#include <mpi.h>
int use(int);
void f(double *restrict s, double *restrict r, int n) {
  BEFORE
  #pragma bamboo olap
  {
    #pragma bamboo receive
    for (i = 0; i < n; i++) MPI_Recv(&r[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    #pragma bamboo send
    for (i = 0; i < n; i++) MPI_Send(&s[i], 1, MPI_DOUBLE, i, 0, MPI_COMM_WORLD);
  }
  BEHIND
}
// CHECK-MOVED: remark: send block moved before the receive block of line {{[0-9]+}} [bamboo:send-moved]
// CHECK-REFUSED: error: this send block {{reads|writes}} 'i', but the receive block before it {{reads|writes}} 'i' [bamboo:send-depends-on-receive]
// CHECK-REFUSED: note: declare 'i' inside of the 'for' of each block, so that no value passes from one to the other
