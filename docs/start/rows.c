/* SPDX-License-Identifier: Apache-2.0 */
/* rows.c: the same plate, as programs are: exchange, then compute. No directives. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 512, COLUMNS = 16384, STEPS = 20 };

static void exchange(int rows, double *u, int up, int down) {
  MPI_Sendrecv(u + COLUMNS, COLUMNS, MPI_DOUBLE, up, 0, u + (rows + 1) * COLUMNS, COLUMNS,
               MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(u + rows * COLUMNS, COLUMNS, MPI_DOUBLE, down, 0, u, COLUMNS, MPI_DOUBLE, up, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void sweep(int rows, const double *restrict u, double *restrict v) {
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j < COLUMNS - 1; j++)
      v[i * COLUMNS + j] = 0.25 * (u[(i - 1) * COLUMNS + j] + u[(i + 1) * COLUMNS + j] +
                                   u[i * COLUMNS + j - 1] + u[i * COLUMNS + j + 1]);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int rows = ROWS / size, up = rank > 0 ? rank - 1 : MPI_PROC_NULL,
      down = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
  double *u = calloc((rows + 2) * COLUMNS, sizeof *u);
  double *v = calloc((rows + 2) * COLUMNS, sizeof *v);
  for (int j = 0; rank == 0 && j < COLUMNS; j++) u[j] = v[j] = 100;
  for (int step = 0; step < STEPS; step++) {
    exchange(rows, u, up, down);
    sweep(rows, u, v);
    double *old = u;
    u = v;
    v = old;
  }
  double heat = 0, all = 0;
  for (int i = COLUMNS; i < (rows + 1) * COLUMNS; i++) heat += u[i];
  MPI_Reduce(&heat, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("heat on the plate: %.3f\n", all);
  free(u);
  free(v);
  MPI_Finalize();
  return 0;
}
