/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep behind an exchange that is in another file; and a sum behind it. DIRECTIVE: of its inner loop. */
#include <mpi.h>
#include <stdio.h>

#include "linked_halo.h"

#ifndef DIRECTIVE
#define DIRECTIVE
#endif

static double u[ROWS][COLUMNS], v[ROWS][COLUMNS];

static void sweep(double to[ROWS][COLUMNS], double from[ROWS][COLUMNS]) {
  exchange(from);
  for (int i = 1; i < ROWS - 1; i++) {
    DIRECTIVE
    for (int j = 1; j < COLUMNS - 1; j++)
      to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] + from[i][j + 1]);
  }
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++) u[i][j] = v[i][j] = (i * 7 + j * (rank + 3)) % 11;
  for (int step = 0; step < 50; step++) {
    sweep(v, u);
    sweep(u, v);
  }
  double own = 0, all;
  for (int i = 0; i < ROWS; i++)
    for (int j = 1; j < COLUMNS - 1; j++) own += u[i][j];
  MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %.17g\n", all);
  MPI_Finalize();
  return 0;
}
