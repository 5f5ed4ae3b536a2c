/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi's method in a box, written as many programs are: global arrays, six faces packed and
 * unpacked by helpers that switch on the direction, a guard for each neighbour, nonblocking calls
 * in a loop, one MPI_Waitall, a sweep in blocks behind a call, arrays swapped by pointer.
 *
 *   faces NX NY NZ ITERATIONS [--nocomm]     cells of a process in each direction */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WEST, EAST, SOUTH, NORTH, BOTTOM, TOP, FACES };
enum { BLOCK = 16 };

static int nx, ny, nz;
static int neighbour[FACES];
static double *grid, *next;
static double *outgoing[FACES], *incoming[FACES];

#define AT(i, j, k) (((size_t)(i) * (ny + 2) + (j)) * (nz + 2) + (k))

static int face_size(int face) {
  switch (face) {
    case WEST:
    case EAST:
      return ny * nz;
    case SOUTH:
    case NORTH:
      return nx * nz;
    default:
      return nx * ny;
  }
}

static void pack_face(int face, double* buffer) {
  int n = 0, at;
  switch (face) {
    case WEST:
    case EAST:
      at = face == WEST ? 1 : nx;
      for (int j = 1; j <= ny; ++j)
        for (int k = 1; k <= nz; ++k) buffer[n++] = grid[AT(at, j, k)];
      break;
    case SOUTH:
    case NORTH:
      at = face == SOUTH ? 1 : ny;
      for (int i = 1; i <= nx; ++i)
        for (int k = 1; k <= nz; ++k) buffer[n++] = grid[AT(i, at, k)];
      break;
    default:
      at = face == BOTTOM ? 1 : nz;
      for (int i = 1; i <= nx; ++i)
        for (int j = 1; j <= ny; ++j) buffer[n++] = grid[AT(i, j, at)];
      break;
  }
}

static void unpack_face(int face, const double* buffer) {
  int n = 0, at;
  switch (face) {
    case WEST:
    case EAST:
      at = face == WEST ? 0 : nx + 1;
      for (int j = 1; j <= ny; ++j)
        for (int k = 1; k <= nz; ++k) grid[AT(at, j, k)] = buffer[n++];
      break;
    case SOUTH:
    case NORTH:
      at = face == SOUTH ? 0 : ny + 1;
      for (int i = 1; i <= nx; ++i)
        for (int k = 1; k <= nz; ++k) grid[AT(i, at, k)] = buffer[n++];
      break;
    default:
      at = face == BOTTOM ? 0 : nz + 1;
      for (int i = 1; i <= nx; ++i)
        for (int j = 1; j <= ny; ++j) grid[AT(i, j, at)] = buffer[n++];
      break;
  }
}

static void exchange(void) {
  MPI_Request requests[2 * FACES];
  int pending = 0;
  for (int face = 0; face < FACES; ++face)
    if (neighbour[face] != MPI_PROC_NULL)
      MPI_Irecv(incoming[face], face_size(face), MPI_DOUBLE, neighbour[face], face ^ 1,
                MPI_COMM_WORLD, &requests[pending++]);
  for (int face = 0; face < FACES; ++face)
    if (neighbour[face] != MPI_PROC_NULL) {
      pack_face(face, outgoing[face]);
      MPI_Isend(outgoing[face], face_size(face), MPI_DOUBLE, neighbour[face], face, MPI_COMM_WORLD,
                &requests[pending++]);
    }
  MPI_Waitall(pending, requests, MPI_STATUSES_IGNORE);
  for (int face = 0; face < FACES; ++face)
    if (neighbour[face] != MPI_PROC_NULL) unpack_face(face, incoming[face]);
}

static int least(int a, int b) {
  return a < b ? a : b;
}

static void sweep(void) {
  for (int ii = 1; ii <= nx; ii += BLOCK)
    for (int jj = 1; jj <= ny; jj += BLOCK)
      for (int i = ii; i < least(ii + BLOCK, nx + 1); ++i)
        for (int j = jj; j < least(jj + BLOCK, ny + 1); ++j)
          for (int k = 1; k <= nz; ++k)
            next[AT(i, j, k)] =
                (grid[AT(i - 1, j, k)] + grid[AT(i + 1, j, k)] + grid[AT(i, j - 1, k)] +
                 grid[AT(i, j + 1, k)] + grid[AT(i, j, k - 1)] + grid[AT(i, j, k + 1)]) *
                (1.0 / 6.0);
}

static void swap_grids(void) {
  double* other = grid;
  grid = next;
  next = other;
}

static double now(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}

static void find_neighbours(int alone) {
  int size, dims[3] = {0, 0, 0}, periods[3] = {0, 0, 0};
  MPI_Comm box;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 3, dims);
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &box);
  for (int d = 0; d < 3; ++d) MPI_Cart_shift(box, d, 1, &neighbour[2 * d], &neighbour[2 * d + 1]);
  MPI_Comm_free(&box);
  for (int face = 0; alone && face < FACES; ++face) neighbour[face] = MPI_PROC_NULL;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc < 5) {
    if (rank == 0) fprintf(stderr, "usage: faces NX NY NZ ITERATIONS [--nocomm]\n");
    MPI_Finalize();
    return 2;
  }
  nx = atoi(argv[1]), ny = atoi(argv[2]), nz = atoi(argv[3]);
  const int iterations = atoi(argv[4]);
  find_neighbours(argc > 5 && strcmp(argv[5], "--nocomm") == 0);
  const size_t cells = (size_t)(nx + 2) * (ny + 2) * (nz + 2);
  grid = calloc(cells, sizeof *grid), next = calloc(cells, sizeof *next);
  for (int face = 0; face < FACES; ++face) {
    outgoing[face] = calloc(face_size(face), sizeof(double));
    incoming[face] = calloc(face_size(face), sizeof(double));
  }
  for (int i = 1; i <= nx; ++i)
    for (int j = 1; j <= ny; ++j)
      for (int k = 1; k <= nz; ++k) grid[AT(i, j, k)] = ((rank + 1) * 7 + i * 5 + j * 3 + k) % 101;

  double begin = 0;
  const int warm = 2;
  for (int i = 0; i < warm + iterations; ++i) {
    if (i == warm) begin = now();
    exchange();
    sweep();
    swap_grids();
  }
  const double time = now() - begin;

  double sum = 0, all;
  for (int i = 1; i <= nx; ++i)
    for (int j = 1; j <= ny; ++j)
      for (int k = 1; k <= nz; ++k) sum += grid[AT(i, j, k)] * ((rank + i + j + k) % 101);
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("time: %.6f ms per iteration\nchecksum: %a\n", 1e3 * time / iterations, all);
  for (int face = 0; face < FACES; ++face) free(outgoing[face]), free(incoming[face]);
  free(grid), free(next);
  MPI_Finalize();
  return 0;
}
