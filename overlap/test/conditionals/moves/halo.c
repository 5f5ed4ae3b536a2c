// SPDX-License-Identifier: Apache-2.0
// Guarded exchanges of an ordinary solver: no window at all inside of the conditionals, the whole interior behind them.
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond -mllvm -bamboo-overlap-conditionals=false %s 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: %remarks_c -mllvm -bamboo-overlap-level=beyond %s 2>&1 | FileCheck %s
// INSIDE-COUNT-4: stays blocking: a window of 0 cycles
// CHECK: MPI_Send became MPI_Isend with a window of {{.*}} about {{[0-9][0-9][0-9][0-9][0-9]+}} cycles, {{.*}} moved out of the conditional in line [[#@LINE+8]]
// CHECK: MPI_Send became MPI_Isend with a window of {{.*}} about {{[0-9][0-9][0-9][0-9][0-9]+}} cycles, {{.*}} moved out of the conditional in line [[#@LINE+8]]
// CHECK: MPI_Recv became MPI_Irecv with a window of {{.*}} about {{[0-9][0-9][0-9][0-9][0-9]+}} cycles, {{.*}} moved out of the conditional in line [[#@LINE+8]]
// CHECK: MPI_Recv became MPI_Irecv with a window of {{.*}} about {{[0-9][0-9][0-9][0-9][0-9]+}} cycles, {{.*}} moved out of the conditional in line [[#@LINE+8]]
#include <mpi.h>

void step(const double *restrict u, double *restrict v, double *restrict above, double *restrict below, int rows,
          int columns, int up, int down) {
  if (up >= 0) MPI_Send(u, columns, MPI_DOUBLE, up, 0, MPI_COMM_WORLD);
  if (down >= 0) MPI_Send(u + (rows - 1) * columns, columns, MPI_DOUBLE, down, 0, MPI_COMM_WORLD);
  if (up >= 0) MPI_Recv(above, columns, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (down >= 0) MPI_Recv(below, columns, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (int i = 1; i < rows - 1; ++i)
    for (int j = 1; j < columns - 1; ++j)
      v[i * columns + j] = 0.25 * (u[(i - 1) * columns + j] + u[(i + 1) * columns + j] + u[i * columns + j - 1] + u[i * columns + j + 1]);
  for (int j = 1; j < columns - 1; ++j)
    v[j] = 0.25 * (above[j] + u[columns + j] + u[j - 1] + u[j + 1]);
  for (int j = 1; j < columns - 1; ++j)
    v[(rows - 1) * columns + j] = 0.25 * (below[j] + u[(rows - 2) * columns + j]);
}
