// SPDX-License-Identifier: Apache-2.0
// Each iteration computes and then exchanges. Rotated, it exchanges and then computes: the first sweep is in front of
// the loop, the last exchange behind it, and the sweep in the loop is split.
// RUN: %split_remarks_c %s 2>&1 | FileCheck %s
// RUN: %split_c %s | FileCheck --check-prefix=IR %s
#include <mpi.h>

void jacobi(double *u, double *v, int nx, int ny, int steps, int before, int after) {
  // CHECK-DAG: sweep-then-exchange.c:[[@LINE+1]]:3: remark: the loop was rotated: from its second iteration on, the nest in line [[@LINE+3]] follows the exchange of the previous iteration
  for (int it = 0; it < steps; ++it) {
    // CHECK-DAG: sweep-then-exchange.c:[[@LINE+1]]:5: remark: a nest of 2 loops was split: iterations that need nothing of what is received run before 1 completions
    for (int i = 1; i <= nx; ++i)
      for (int j = 1; j <= ny; ++j)
        v[i * (ny + 2) + j] = 0.5 * (u[(i - 1) * (ny + 2) + j] + u[(i + 1) * (ny + 2) + j]);
    double *w = u;
    u = v;
    v = w;
    MPI_Send(&u[ny + 3], ny, MPI_DOUBLE, before, 0, MPI_COMM_WORLD);
    MPI_Recv(&u[(nx + 1) * (ny + 2) + 1], ny, MPI_DOUBLE, after, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}
// The loop:
// IR: call i32 @MPI_Isend(
// IR: call i32 @MPI_Irecv(
// IR: call ptr @bamboo_split_begin(
// IR: call i32 @MPI_Wait(
// IR: call i32 @bamboo_split_rest(
// The last exchange:
// IR: call i32 @MPI_Send(
// IR-NEXT: call i32 @MPI_Recv(
// IR-NOT: call i32 @MPI_
// IR: }
