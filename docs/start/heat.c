/* SPDX-License-Identifier: Apache-2.0 */
/* heat.c: heat on a plate, in slabs of rows. Any MPI compiler takes it. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#pragma bamboo dimension 1

enum { ROWS = 512, COLUMNS = 1024, STEPS = 50 };

static void sweep(int rows, const double *u, double *v) {
  for (int i = 1; i <= rows; i++)
    for (int j = 1; j < COLUMNS - 1; j++) {
      const double *at = u + i * COLUMNS + j;
      v[i * COLUMNS + j] = 0.25 * (at[-COLUMNS] + at[COLUMNS] + at[-1] + at[1]);
    }
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
  for (int j = 0; rank == 0 && j < COLUMNS; j++) u[j] = v[j] = 100;  /* the hot edge */
  MPI_Request sent[2];

#pragma bamboo olap layout NearestNeighbor
  for (int step = 0; step < STEPS; step++) {
#pragma bamboo send
    {
      MPI_Isend(u + COLUMNS, COLUMNS, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &sent[0]);
      MPI_Isend(u + rows * COLUMNS, COLUMNS, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &sent[1]);
    }
#pragma bamboo receive
    {
      MPI_Recv(u, COLUMNS, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(u + (rows + 1) * COLUMNS, COLUMNS, MPI_DOUBLE, down, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    }
    MPI_Waitall(2, sent, MPI_STATUSES_IGNORE);
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
