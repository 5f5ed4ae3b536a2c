// SPDX-License-Identifier: Apache-2.0
// Several nests of loops behind one exchange, each of which needs what the one in front of it computes. All bits are
// printed.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Keeps each function separate from its callers.
#define SEPARATE static __attribute__((noinline))
enum { n = 120, planes = 40, row = n + 2, size = (planes + 2) * row, steps = 40 };

static double flux[size], change[size];
static int left, right;

static void exchange(double *u) {
  MPI_Request requests[4];
  MPI_Irecv(u, row, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(u + (planes + 1) * row, row, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(u + row, row, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(u + planes * row, row, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

// Fluxes at the edges of cells, what changes in the cells, and the new cells: three nests.
SEPARATE void advance(double *u) {
  exchange(u);
  for (int i = 1; i <= planes + 1; i++)
    for (int j = 1; j <= n; j++) flux[i * row + j] = 0.25 * (u[i * row + j] - u[(i - 1) * row + j]);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) change[i * row + j] = flux[(i + 1) * row + j] - flux[i * row + j];
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) u[i * row + j] += 0.9 * change[i * row + j];
}

// Two sweeps, of which the second one writes what the first one reads.
SEPARATE void forth_and_back(double *u, double *v) {
  exchange(u);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++)
      v[i * row + j] = 0.2499 * (u[(i - 1) * row + j] + u[(i + 1) * row + j] + u[i * row + j - 1] + u[i * row + j + 1]);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) u[i * row + j] = 0.5 * (v[i * row + j] + v[(i - 1) * row + j]);
}

// The second nest goes backwards and the third one has a result.
SEPARATE double residual(double *u, double *v, double *w) {
  double sum = 0;
  exchange(u);
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) v[i * row + j] = u[(i - 1) * row + j] - u[(i + 1) * row + j];
  for (int i = planes; i >= 1; i--)
    for (int j = 1; j <= n; j++) w[i * row + j] = v[i * row + j] + 0.3 * v[i * row + j + 1];
  for (int i = 1; i <= planes; i++)
    for (int j = 1; j <= n; j++) {
      v[i * row + j] = w[i * row + j] * 1.001;
      sum += v[i * row + j] * u[i * row + j];
    }
  return sum;
}

static unsigned long bits_of(const double *values, long count) {
  unsigned long bits = 1469598103934665603u;
  for (long i = 0; i < count; i++) {
    unsigned long one;
    memcpy(&one, &values[i], sizeof one);
    bits = (bits ^ one) * 1099511628211u;
  }
  return bits;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  left = (rank + ranks - 1) % ranks;
  right = (rank + 1) % ranks;
  double *u = malloc(3 * size * sizeof(double)), *v = u + size, *w = v + size, sums[steps];
  for (long i = 0; i < 3 * size; i++) u[i] = (double)((i * 7919 + rank) % 1013) / 1013;
  for (int step = 0; step < steps; step++) {
    advance(u);
    forth_and_back(u, v);
    sums[step] = residual(u, v, w);
    // Arrays that overlap: the iterations depend on one another.
    if (step % 8 == 7) forth_and_back(u, u + row);
  }
  printf("rank %d: %016lx %016lx %016lx\n", rank, bits_of(u, 3 * size), bits_of(flux, size) ^ bits_of(change, size),
         bits_of(sums, steps));
  free(u);
  MPI_Finalize();
  return 0;
}
