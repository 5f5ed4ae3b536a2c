/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi's method on a plate that is cut in one direction; borders are exchanged in one of the forms that programs have.
 * Plain MPI: the compiler decides how much is hidden.
 *
 *   halos FORM LENGTH DEPTH ITERATIONS [--nocomm]     cells along a border, cells of a block between its borders
 *
 * rows:    rows of one array, one MPI_Sendrecv after the other
 * guarded: the same rows by MPI_Send and MPI_Recv, each where there is a neighbour
 * late:    the same into rows of their own, behind the cells that need no neighbour's
 * after:   the rows of `rows`, at the end of each iteration: of the computation in front of it
 * columns: columns of one array, described by a vector type, by nonblocking calls */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int nx, ny;        /* inner cells; one more on each side */
static int before, after; /* neighbours, or MPI_PROC_NULL */
static MPI_Datatype column;
static double *low, *high; /* what the neighbours send in the form `late` */

#define AT(i, j) ((i) * (ny + 2) + (j))

/* The sum of a cell does not depend on the orientation of the plate. */
static inline void sweep(const double* u, double* v) {
  for (int i = 1; i <= nx; ++i)
    for (int j = 1; j <= ny; ++j)
      v[AT(i, j)] = 0.5 * u[AT(i, j)] + 0.125 * ((u[AT(i - 1, j)] + u[AT(i + 1, j)]) +
                                                 (u[AT(i, j - 1)] + u[AT(i, j + 1)]));
}

static inline void exchange_rows(double* u) {
  MPI_Sendrecv(&u[AT(1, 1)], ny, MPI_DOUBLE, before, 0, &u[AT(nx + 1, 1)], ny, MPI_DOUBLE, after, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&u[AT(nx, 1)], ny, MPI_DOUBLE, after, 1, &u[AT(0, 1)], ny, MPI_DOUBLE, before, 1,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void rows(double* u, double* v) {
  exchange_rows(u);
  sweep(u, v);
}

static void guarded(double* u, double* v) {
  if (before != MPI_PROC_NULL) MPI_Send(&u[AT(1, 1)], ny, MPI_DOUBLE, before, 0, MPI_COMM_WORLD);
  if (after != MPI_PROC_NULL)
    MPI_Recv(&u[AT(nx + 1, 1)], ny, MPI_DOUBLE, after, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (after != MPI_PROC_NULL) MPI_Send(&u[AT(nx, 1)], ny, MPI_DOUBLE, after, 1, MPI_COMM_WORLD);
  if (before != MPI_PROC_NULL)
    MPI_Recv(&u[AT(0, 1)], ny, MPI_DOUBLE, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  sweep(u, v);
}

static inline void sweep_row(const double* above, const double* u, const double* below, double* v,
                             int n) {
  for (int j = 1; j <= n; ++j)
    v[j] = 0.5 * u[j] + 0.125 * ((above[j] + below[j]) + (u[j - 1] + u[j + 1]));
}

static void late(double* restrict u, double* restrict v) {
  const int n = ny, last = nx, left = before, right = after;
  double* restrict from_left = low, * restrict from_right = high;
  for (int i = 2; i < last; ++i)
    sweep_row(&u[AT(i - 1, 0)], &u[AT(i, 0)], &u[AT(i + 1, 0)], &v[AT(i, 0)], n);
  if (left != MPI_PROC_NULL) MPI_Send(&u[AT(1, 1)], n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD);
  if (right != MPI_PROC_NULL)
    MPI_Recv(from_right, n, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (right != MPI_PROC_NULL) MPI_Send(&u[AT(last, 1)], n, MPI_DOUBLE, right, 1, MPI_COMM_WORLD);
  if (left != MPI_PROC_NULL)
    MPI_Recv(from_left, n, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  sweep_row(from_left - 1, &u[AT(1, 0)], &u[AT(2, 0)], &v[AT(1, 0)], n);
  sweep_row(&u[AT(last - 1, 0)], &u[AT(last, 0)], from_right - 1, &v[AT(last, 0)], n);
}

static void columns(double* u, double* v) {
  MPI_Request requests[4];
  MPI_Irecv(&u[AT(1, 0)], 1, column, before, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&u[AT(1, ny + 1)], 1, column, after, 0, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&u[AT(1, 1)], 1, column, before, 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&u[AT(1, ny)], 1, column, after, 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  sweep(u, v);
}

static void swap(double** u, double** v) {
  double* w = *u;
  *u = *v;
  *v = w;
}

static void rows_after(double** from, double** to, int iterations) {
  double *u = *from, *v = *to;
  for (int i = 0; i < iterations; ++i) {
    sweep(u, v);
    swap(&u, &v);
    exchange_rows(u);
  }
  *from = u, *to = v;
}

static const struct {
  const char* name;
  void (*step)(double*, double*); /* one iteration; or */
  void (*iterate)(double**, double**,
                  int); /* all of them, without the exchange in front of the first one */
  int across;           /* the borders are columns */
} forms[] = {{"rows", rows, NULL, 0},
             {"guarded", guarded, NULL, 0},
             {"late", late, NULL, 0},
             {"after", NULL, rows_after, 0},
             {"columns", columns, NULL, 1}};

static void iterate(int which, double** u, double** v, int iterations) {
  if (forms[which].iterate != NULL) {
    forms[which].iterate(u, v, iterations);
    return;
  }
  for (int i = 0; i < iterations; ++i) {
    forms[which].step(*u, *v);
    swap(u, v);
  }
}

static double now(void) {
  MPI_Barrier(MPI_COMM_WORLD);
  return MPI_Wtime();
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size, which = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; argc >= 5 && i < (int)(sizeof forms / sizeof *forms); ++i)
    if (strcmp(argv[1], forms[i].name) == 0) which = i;
  if (which < 0) {
    if (rank == 0)
      fprintf(stderr,
              "usage: halos rows|guarded|late|after|columns LENGTH DEPTH ITERATIONS [--nocomm]\n");
    MPI_Finalize();
    return 2;
  }
  const int length = atoi(argv[2]), depth = atoi(argv[3]), iterations = atoi(argv[4]),
            across = forms[which].across;
  const int alone = argc > 5 && strcmp(argv[5], "--nocomm") == 0;
  before = alone || rank == 0 ? MPI_PROC_NULL : rank - 1;
  after = alone || rank + 1 == size ? MPI_PROC_NULL : rank + 1;
  nx = across ? length : depth;
  ny = across ? depth : length;
  MPI_Type_vector(nx, 1, ny + 2, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  const size_t cells = (size_t)(nx + 2) * (ny + 2);
  double *u = calloc(cells, sizeof *u), *v = calloc(cells, sizeof *v);
  low = calloc(ny, sizeof *low), high = calloc(ny, sizeof *high);
  for (int d = 1; d <= depth; ++d)
    for (int l = 1; l <= length; ++l)
      u[across ? AT(l, d) : AT(d, l)] = (rank * depth + d) * (l % 1009) % 1013;

  if (forms[which].iterate != NULL) exchange_rows(u);
  iterate(which, &u, &v, 2);
  const double begin = now();
  iterate(which, &u, &v, iterations);
  const double time = now() - begin;

  double sum = 0, all;
  for (int d = 1; d <= depth; ++d)
    for (int l = 1; l <= length; ++l)
      sum += u[across ? AT(l, d) : AT(d, l)] * ((rank * depth + d + l) % 101);
  MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("time: %.6f ms per iteration\nchecksum: %a\n", 1e3 * time / iterations, all);
  MPI_Type_free(&column);
  free(u), free(v), free(low), free(high);
  MPI_Finalize();
  return 0;
}
