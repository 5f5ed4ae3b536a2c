/* SPDX-License-Identifier: Apache-2.0 */
/* Products of a sparse matrix and a vector, in the form of compressed rows: nonblocking calls in a
 * function, one MPI_Waitall, then the rows in another function. A row has entries in columns at
 * most HALO away, so the first and the last HALO rows of a process read what its neighbours send.
 *
 *   sparse ROWS HALO ITERATIONS [--nocomm]     rows of a process */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = 27 };

static int rows, halo;
static int left = MPI_PROC_NULL, right = MPI_PROC_NULL;
static int *begin, *column;
static double *value, *x, *y;

static unsigned draw(void) {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return state >> 8;
}

/* Own columns come first, then the left neighbour's, then the right one's. */
static void make_matrix(void) {
  int n = 0;
  for (int row = 0; row < rows; ++row) {
    begin[row] = n;
    for (int entry = 0; entry < ENTRIES; ++entry) {
      const int at = row + (int)(draw() % (2 * (unsigned)halo + 1)) - halo;
      if (at < 0 && left == MPI_PROC_NULL) continue;
      if (at >= rows && right == MPI_PROC_NULL) continue;
      column[n] = at < 0 ? rows + halo + at : at >= rows ? at + halo : at;
      value[n++] = (double)(draw() % 1000) / 30000;
    }
  }
  begin[rows] = n;
}

static void exchange(void) {
  MPI_Request requests[4];
  MPI_Irecv(x + rows, halo, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(x + rows + halo, halo, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(x, halo, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(x + rows - halo, halo, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

static void multiply(int n, const int* from, const int* at, const double* entry, const double* in,
                     double* out) {
  for (int row = 0; row < n; ++row) {
    double sum = 0;
    for (int i = from[row]; i < from[row + 1]; ++i) sum += entry[i] * in[at[i]];
    out[row] = sum;
  }
}

static double now(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}

static void find_neighbours(void) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank > 0) left = rank - 1;
  if (rank + 1 < size) right = rank + 1;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc < 4 || atoi(argv[1]) < atoi(argv[2]) || atoi(argv[2]) < 1) {
    if (rank == 0)
      fprintf(stderr, "usage: sparse ROWS HALO ITERATIONS [--nocomm], HALO of 1 to ROWS\n");
    MPI_Finalize();
    return 2;
  }
  rows = atoi(argv[1]), halo = atoi(argv[2]);
  const int iterations = atoi(argv[3]);
  find_neighbours();
  begin = malloc((rows + 1) * sizeof *begin);
  column = malloc((size_t)rows * ENTRIES * sizeof *column);
  value = malloc((size_t)rows * ENTRIES * sizeof *value);
  x = calloc(rows + 2 * (size_t)halo, sizeof *x), y = calloc(rows + 2 * (size_t)halo, sizeof *y);
  make_matrix();
  if (argc > 4 && strcmp(argv[4], "--nocomm") == 0) left = right = MPI_PROC_NULL;
  for (int row = 0; row < rows; ++row) x[row] = ((rank + 1) * 7 + row * 3) % 101;

  double start = 0;
  const int warm = 2;
  for (int i = 0; i < warm + iterations; ++i) {
    if (i == warm) start = now();
    exchange();
    multiply(rows, begin, column, value, x, y);
    double* swapped = x;
    x = y;
    y = swapped;
  }
  const double time = now() - start;

  double sum = 0, all;
  for (int row = 0; row < rows; ++row) sum += x[row] * ((rank + row) % 101);
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("time: %.6f ms per iteration\nchecksum: %a\n", 1e3 * time / iterations, all);
  free(begin), free(column), free(value), free(x), free(y);
  MPI_Finalize();
  return 0;
}
