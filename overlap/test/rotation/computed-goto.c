// SPDX-License-Identifier: Apache-2.0
// A jump to a computed address enters the loop: its blocks keep their addresses.
// RUN: %split_remarks_c %s 2>&1 | FileCheck --allow-empty %s
// RUN: %split_c %s | FileCheck --check-prefix=IR %s
// CHECK-NOT: was rotated
#include <mpi.h>

// IR-COUNT-3: ptr blockaddress(@smooth, %
int smooth(double *u, double *v, int n, int steps, int left, int right, int mode) {
  static void *where[] = {&&begin, &&other, &&third};
  int it = 0, h = 1;
  goto *where[mode];
third:
  h += 5;
  goto *where[(mode + h) % 2];
other:
  h += 7;
  goto *where[0];
begin:
  do {
    for (int i = 1; i <= n; ++i) v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    double *w = u;
    u = v;
    v = w;
    h = h * 3 + it;
    MPI_Sendrecv(&u[1], 1, MPI_DOUBLE, left, 0, &u[n + 1], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } while (++it < steps);
  return h;
}
