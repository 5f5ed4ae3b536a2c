/* SPDX-License-Identifier: Apache-2.0 */
/* A box whose planes are exchanged along x, then y, then z, each with the edges that the axes
 * before have brought. So edges and corners need no messages of their own. A sweep over 27 points
 * reads all of it.
 *
 *   axes NX NY NZ ITERATIONS [--nocomm]     cells of a process in each direction */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = 3 };

static int n[AXES], low[AXES], high[AXES];
static double *grid, *next;
static double *outgoing[2], *incoming[2];

#define AT(i, j, k) (((size_t)(i) * (n[1] + 2) + (j)) * (n[2] + 2) + (k))

static int plane_size(int axis) {
  return (n[(axis + 1) % AXES] + 2) * (n[(axis + 2) % AXES] + 2);
}

static void pack(double* restrict to, const double* from, int axis, int at) {
  int cell = 0;
  if (axis == 0)
    for (int j = 0; j < n[1] + 2; ++j)
      for (int k = 0; k < n[2] + 2; ++k) to[cell++] = from[AT(at, j, k)];
  else if (axis == 1)
    for (int i = 0; i < n[0] + 2; ++i)
      for (int k = 0; k < n[2] + 2; ++k) to[cell++] = from[AT(i, at, k)];
  else
    for (int i = 0; i < n[0] + 2; ++i)
      for (int j = 0; j < n[1] + 2; ++j) to[cell++] = from[AT(i, j, at)];
}

static void unpack(const double* restrict from, double* to, int axis, int at) {
  int cell = 0;
  if (axis == 0)
    for (int j = 0; j < n[1] + 2; ++j)
      for (int k = 0; k < n[2] + 2; ++k) to[AT(at, j, k)] = from[cell++];
  else if (axis == 1)
    for (int i = 0; i < n[0] + 2; ++i)
      for (int k = 0; k < n[2] + 2; ++k) to[AT(i, at, k)] = from[cell++];
  else
    for (int i = 0; i < n[0] + 2; ++i)
      for (int j = 0; j < n[1] + 2; ++j) to[AT(i, j, at)] = from[cell++];
}

static void exchange(double* cells) {
  for (int axis = 0; axis < AXES; ++axis) {
    const int size = plane_size(axis);
    MPI_Request request[4];
    MPI_Irecv(incoming[0], size, MPI_DOUBLE, low[axis], 0, MPI_COMM_WORLD, &request[0]);
    MPI_Irecv(incoming[1], size, MPI_DOUBLE, high[axis], 1, MPI_COMM_WORLD, &request[1]);
    pack(outgoing[0], cells, axis, n[axis]);
    pack(outgoing[1], cells, axis, 1);
    MPI_Isend(outgoing[0], size, MPI_DOUBLE, high[axis], 0, MPI_COMM_WORLD, &request[2]);
    MPI_Isend(outgoing[1], size, MPI_DOUBLE, low[axis], 1, MPI_COMM_WORLD, &request[3]);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    if (low[axis] != MPI_PROC_NULL) unpack(incoming[0], cells, axis, 0);
    if (high[axis] != MPI_PROC_NULL) unpack(incoming[1], cells, axis, n[axis] + 1);
  }
}

static void sweep(const double* from, double* to) {
  for (int i = 1; i <= n[0]; ++i)
    for (int j = 1; j <= n[1]; ++j)
      for (int k = 1; k <= n[2]; ++k) {
        double sum = 0;
        for (int a = -1; a <= 1; ++a)
          for (int b = -1; b <= 1; ++b)
            sum += from[AT(i + a, j + b, k - 1)] + from[AT(i + a, j + b, k)] +
                   from[AT(i + a, j + b, k + 1)];
        to[AT(i, j, k)] = sum * (1.0 / 27.0);
      }
}

static double now(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}

static void find_neighbours(int alone) {
  int size, dims[AXES] = {0, 0, 0}, periods[AXES] = {0, 0, 0};
  MPI_Comm box;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, AXES, dims);
  MPI_Cart_create(MPI_COMM_WORLD, AXES, dims, periods, 0, &box);
  for (int axis = 0; axis < AXES; ++axis) {
    MPI_Cart_shift(box, axis, 1, &low[axis], &high[axis]);
    if (alone) low[axis] = high[axis] = MPI_PROC_NULL;
  }
  MPI_Comm_free(&box);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc < 5) {
    if (rank == 0) fprintf(stderr, "usage: axes NX NY NZ ITERATIONS [--nocomm]\n");
    MPI_Finalize();
    return 2;
  }
  for (int axis = 0; axis < AXES; ++axis) n[axis] = atoi(argv[1 + axis]);
  const int iterations = atoi(argv[4]);
  find_neighbours(argc > 5 && strcmp(argv[5], "--nocomm") == 0);
  const size_t cells = (size_t)(n[0] + 2) * (n[1] + 2) * (n[2] + 2);
  grid = calloc(cells, sizeof *grid), next = calloc(cells, sizeof *next);
  size_t largest = 0;
  for (int axis = 0; axis < AXES; ++axis)
    if ((size_t)plane_size(axis) > largest) largest = plane_size(axis);
  for (int side = 0; side < 2; ++side) {
    outgoing[side] = calloc(largest, sizeof(double));
    incoming[side] = calloc(largest, sizeof(double));
  }
  for (int i = 1; i <= n[0]; ++i)
    for (int j = 1; j <= n[1]; ++j)
      for (int k = 1; k <= n[2]; ++k)
        grid[AT(i, j, k)] = ((rank + 1) * 7 + i * 5 + j * 3 + k) % 101;

  double begin = 0;
  const int warm = 2;
  for (int i = 0; i < warm + iterations; ++i) {
    if (i == warm) begin = now();
    exchange(grid);
    sweep(grid, next);
    double* other = grid;
    grid = next, next = other;
  }
  const double time = now() - begin;

  double sum = 0, all;
  for (int i = 1; i <= n[0]; ++i)
    for (int j = 1; j <= n[1]; ++j)
      for (int k = 1; k <= n[2]; ++k) sum += grid[AT(i, j, k)] * ((rank + i + j + k) % 101);
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("time: %.6f ms per iteration\nchecksum: %a\n", 1e3 * time / iterations, all);
  for (int side = 0; side < 2; ++side) free(outgoing[side]), free(incoming[side]);
  free(grid), free(next);
  MPI_Finalize();
  return 0;
}
