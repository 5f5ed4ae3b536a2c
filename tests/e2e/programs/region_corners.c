/* SPDX-License-Identifier: Apache-2.0 */
/* 9-point stencil; corners come through a two-phase exchange: columns, then whole rows. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#pragma bamboo dimension 2
#define AT(u, i, j) u[(i) * (ny + 2) + (j)]
int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size, rank, dims[2] = {0, 0}, periods[2] = {1, 0};
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 2, dims);
  MPI_Comm grid;
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &grid);
  MPI_Comm_rank(grid, &rank);
  int north, south, west, east;
  MPI_Cart_shift(grid, 0, 1, &north, &south);
  MPI_Cart_shift(grid, 1, 1, &west, &east);
  const int nx = 20, ny = 14;
  double *u = calloc((nx + 2) * (ny + 2), sizeof *u), *v = calloc((nx + 2) * (ny + 2), sizeof *v);
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++) AT(u, i, j) = (rank * 31 + i * 7 + j * 3) % 17;
  MPI_Datatype column;
  MPI_Type_vector(nx, 1, ny + 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  for (int it = 0; it < 25; it++) {
#pragma bamboo olap layout NN Y
    {
      MPI_Request q[2];
#pragma bamboo send
      {
        MPI_Isend(&AT(u, 1, 1), 1, column, west, 0, grid, &q[0]);
        MPI_Isend(&AT(u, 1, ny), 1, column, east, 1, grid, &q[1]);
      }
#pragma bamboo receive
      {
        MPI_Recv(&AT(u, 1, ny + 1), 1, column, east, 0, grid, MPI_STATUS_IGNORE);
        MPI_Recv(&AT(u, 1, 0), 1, column, west, 1, grid, MPI_STATUS_IGNORE);
      }
      MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
    }
#pragma bamboo olap layout NN X
    {
      MPI_Request q[2];
#pragma bamboo send
      {
        MPI_Isend(&AT(u, 1, 0), ny + 2, MPI_DOUBLE, north, 2, grid, &q[0]);
        MPI_Isend(&AT(u, nx, 0), ny + 2, MPI_DOUBLE, south, 3, grid, &q[1]);
      }
#pragma bamboo receive
      {
        MPI_Recv(&AT(u, nx + 1, 0), ny + 2, MPI_DOUBLE, south, 2, grid, MPI_STATUS_IGNORE);
        MPI_Recv(&AT(u, 0, 0), ny + 2, MPI_DOUBLE, north, 3, grid, MPI_STATUS_IGNORE);
      }
      MPI_Waitall(2, q, MPI_STATUSES_IGNORE);
      for (int i = 1; i <= nx; i++)
        for (int j = 1; j <= ny; j++) {
          double s = 0;
          for (int a = -1; a <= 1; a++)
            for (int b = -1; b <= 1; b++) s += AT(u, i + a, j + b) * (1 + a * 0.25 + b * 0.125);
          AT(v, i, j) = s / 9;
        }
    }
    double* t = u;
    u = v;
    v = t;
  }
  double sum = 0, all;
  for (int i = 1; i <= nx; i++)
    for (int j = 1; j <= ny; j++) sum += AT(u, i, j) * (i + j);
  printf("rank %d: %a\n", rank, sum);
  double* sums = malloc(size * sizeof *sums);
  MPI_Gather(&sum, 1, MPI_DOUBLE, sums, 1, MPI_DOUBLE, 0, grid);
  if (rank == 0) {
    all = 0;
    for (int r = 0; r < size; r++) all += sums[r];
    printf("total %a\n", all);
  }
  MPI_Type_free(&column);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return 0;
}
