// SPDX-License-Identifier: Apache-2.0
// One file whose functions other files could call: each step computes, then exchanges. How many steps there are, and how
// large the array is, is in a structure.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

struct Grid {
  int rank, ranks, steps, rows, columns;
};

void sweep(const double* restrict u, double* restrict v, const struct Grid* grid) {
  for (int i = 1; i <= grid->rows; ++i)
    for (int j = 1; j < grid->columns - 1; ++j)
      v[i * grid->columns + j] =
          0.25 * (u[(i - 1) * grid->columns + j] + u[(i + 1) * grid->columns + j] +
                  u[i * grid->columns + j - 1] + u[i * grid->columns + j + 1]);
}

void exchange(double* u, const struct Grid* grid) {
  const int up = grid->rank > 0 ? grid->rank - 1 : MPI_PROC_NULL;
  const int down = grid->rank + 1 < grid->ranks ? grid->rank + 1 : MPI_PROC_NULL;
  const int rows = grid->rows, columns = grid->columns;
  MPI_Request requests[4];
  MPI_Irecv(u, columns, MPI_DOUBLE, up, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(u + (rows + 1) * columns, columns, MPI_DOUBLE, down, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(u + columns, columns, MPI_DOUBLE, up, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(u + rows * columns, columns, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

__attribute__((noinline)) void run(double* u, double* v, const struct Grid* grid) {
  for (int step = 0; step < grid->steps; ++step) {
    sweep(u, v, grid);
    exchange(v, grid);
    double* kept = u;
    u = v;
    v = kept;
  }
}

int main(int argc, char** argv) {
  struct Grid grid = {.steps = 40, .rows = argc > 1 ? atoi(argv[1]) : 40, .columns = 64};
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &grid.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &grid.ranks);
  double* u = calloc((grid.rows + 2) * grid.columns, sizeof(double));
  double* v = calloc((grid.rows + 2) * grid.columns, sizeof(double));
  for (int i = 0; i < (grid.rows + 2) * grid.columns; ++i) u[i] = v[i] = i % 17 + grid.rank;
  run(u, v, &grid);
  double sum = 0, all = 0;
  for (int i = 0; i < (grid.rows + 2) * grid.columns; ++i) sum += u[i] * (i % 13);
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (grid.rank == 0) printf("sum %a\n", all);
  free(u);
  free(v);
  MPI_Finalize();
}
