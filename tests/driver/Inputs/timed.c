/* SPDX-License-Identifier: Apache-2.0 */
/* Steps of the power iteration with a tridiagonal matrix over a line of ranks. Timers surround each part of a step;
   their sums over the ranks are printed to stderr. */
#include "timed.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 4000, STEPS = 40 };

static void connect(struct matrix* a, int peer, int row) {
  a->peer[a->neighbours] = peer;
  a->received_from[a->neighbours] = a->sent_to[a->neighbours] = 1;
  a->neighbours++;
  a->sent_rows[a->sent++] = row;
}

static void fill(struct matrix* a, int rank, int size) {
  a->rows = a->columns = ROWS;
  a->neighbours = a->sent = 0;
  a->first = malloc((ROWS + 1) * sizeof(int));
  a->column = malloc(3 * ROWS * sizeof(int));
  a->value = malloc(3 * ROWS * sizeof(double));
  a->buffer = malloc(2 * sizeof(double));
  a->peer = malloc(2 * sizeof(int));
  a->received_from = malloc(2 * sizeof(int));
  a->sent_to = malloc(2 * sizeof(int));
  a->sent_rows = malloc(2 * sizeof(int));
  if (rank > 0) connect(a, rank - 1, 0);
  if (rank < size - 1) connect(a, rank + 1, ROWS - 1);
  int entry = 0;
  for (int i = 0; i < ROWS; i++) {
    a->first[i] = entry;
    for (int k = i - 1; k <= i + 1; k++) {
      const int outside = k < 0 ? ROWS : ROWS + (rank > 0);
      if ((k < 0 && rank == 0) || (k == ROWS && rank == size - 1)) continue;
      a->column[entry] = k < 0 || k == ROWS ? outside : k;
      a->value[entry++] = k == i ? 2.5 + 0.001 * (i % 7) : -1;
    }
  }
  a->first[ROWS] = entry;
  a->columns += a->neighbours;
}

static double norm(int n, const double* x, double* time) {
  double own = 0, all;
  for (int i = 0; i < n; i++) own += x[i] * x[i];
  const double begin = seconds();
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  *time += seconds() - begin;
  return sqrt(all);
}

static double iterate(const struct matrix* a, double* x, double* y, double* times) {
  double begin, length = 0, in_exchange = 0, in_product = 0, in_sum = 0;
  for (int step = 0; step < STEPS; step++) {
    begin = seconds();
    exchange(a, x);
    in_exchange += seconds() - begin;
    begin = seconds();
    multiply(a, x, y);
    in_product += seconds() - begin;
    length = norm(a->rows, y, &in_sum);
    for (int i = 0; i < a->rows; i++) x[i] = y[i] / length;
#ifdef UNTIL_LATE
    if (in_exchange + in_product > 60) break;
#endif
  }
  times[0] = in_exchange;
  times[1] = in_product;
  times[2] = in_sum;
  return length;
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  struct matrix a;
  fill(&a, rank, size);
  double *x = calloc((size_t)a.columns, sizeof(double)), *y = calloc((size_t)a.rows, sizeof(double));
  for (int i = 0; i < a.rows; i++) x[i] = 1 + (i * 13 + rank) % 5;
  double times[3], sums[3];
  const double length = iterate(&a, x, y, times);
  MPI_Reduce(times, sums, 3, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) {
    printf("length %.17g\n", length);
    fprintf(stderr, "exchange %g s, product %g s, sum %g s\n", sums[0], sums[1], sums[2]);
    if (sums[0] + sums[1] > 0) fprintf(stderr, "%.0f %%\n", 100 * sums[0] / (sums[0] + sums[1]));
  }
  MPI_Finalize();
  return 0;
}
