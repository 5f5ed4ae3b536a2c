// SPDX-License-Identifier: Apache-2.0
// axes PX PY PZ [CELLS STEPS]: ghost cells are exchanged along x, then y, then z, each time with the cells of the axes
// before. The sweep behind it has two loops over a row, so rows cannot be cut, and each needs cells of the first
// exchange.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SEPARATE static __attribute__((noinline))
static int cells = 24, steps = 12, n[3], low[3], high[3];
static MPI_Comm grid;
static double *in[2], *out[2];

static size_t at(int i, int j, int k) { return ((size_t)k * (n[1] + 2) + j) * (n[0] + 2) + i; }

static size_t cell(int axis, int place, int a, int b) {
  return axis == 0 ? at(place, a, b) : axis == 1 ? at(a, place, b) : at(a, b, place);
}

static int pack(const double *u, double *to, int axis, int place) {
  const int rows = axis == 0 ? n[1] : n[0], planes = axis == 2 ? n[1] : n[2];
  int count = 0;
  for (int b = 0; b < planes + 2; b++)
    for (int a = 0; a < rows + 2; a++) to[count++] = u[cell(axis, place, a, b)];
  return count;
}

static void unpack(double *u, const double *from, int axis, int place) {
  const int rows = axis == 0 ? n[1] : n[0], planes = axis == 2 ? n[1] : n[2];
  for (int b = 0; b < planes + 2; b++)
    for (int a = 0; a < rows + 2; a++) u[cell(axis, place, a, b)] = *from++;
}

static void exchange(double *u) {
  for (int axis = 0; axis < 3; axis++) {
    const int most = (cells + 2) * (cells + 2);
    MPI_Request requests[4];
    MPI_Irecv(in[0], most, MPI_DOUBLE, low[axis], 1, grid, &requests[0]);
    MPI_Irecv(in[1], most, MPI_DOUBLE, high[axis], 0, grid, &requests[1]);
    int count = pack(u, out[0], axis, 1);
    MPI_Isend(out[0], count, MPI_DOUBLE, low[axis], 0, grid, &requests[2]);
    count = pack(u, out[1], axis, n[axis]);
    MPI_Isend(out[1], count, MPI_DOUBLE, high[axis], 1, grid, &requests[3]);
    for (int i = 0; i < 4; i++) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    unpack(u, in[0], axis, 0);
    unpack(u, in[1], axis, n[axis] + 1);
  }
}

SEPARATE void step(double *u, double *restrict v, double *restrict w) {
  exchange(u);
  for (int k = 1; k <= n[2]; k++)
    for (int j = 1; j <= n[1]; j++) {
      for (int i = 1; i <= n[0]; i++)
        v[at(i, j, k)] = (u[at(i - 1, j, k)] + u[at(i + 1, j, k)] + u[at(i, j - 1, k)] + u[at(i, j + 1, k)] +
                          u[at(i, j, k - 1)] + u[at(i, j, k + 1)]) / 6;
      for (int i = n[0]; i >= 1; i--) w[at(i, j, k)] += 0.5 * u[at(i + 1, j, k)];
    }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 4 && argc != 6) return fprintf(stderr, "usage: axes PX PY PZ [CELLS STEPS]\n"), 2;
  if (argc == 6) cells = atoi(argv[4]), steps = atoi(argv[5]);
  int dims[3], periods[3] = {1, 1, 1}, rank;
  for (int axis = 0; axis < 3; axis++) dims[axis] = atoi(argv[1 + axis]);
  MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  for (int axis = 0; axis < 3; axis++) {
    n[axis] = cells / dims[axis];
    MPI_Cart_shift(grid, axis, 1, &low[axis], &high[axis]);
  }
  const size_t all = (size_t)(n[0] + 2) * (n[1] + 2) * (n[2] + 2);
  double *u = calloc(all, sizeof(double)), *v = calloc(all, sizeof(double)), *w = calloc(all, sizeof(double));
  for (int side = 0; side < 2; side++) {
    in[side] = malloc((size_t)(cells + 2) * (cells + 2) * sizeof(double));
    out[side] = malloc((size_t)(cells + 2) * (cells + 2) * sizeof(double));
  }
  for (size_t i = 0; i < all; i++) u[i] = (double)((i * 7919 + (size_t)rank * 104729) % 1009) / 1009;
  double seconds = -MPI_Wtime();
  for (int i = 0; i < steps; i++) {
    step(u, v, w);
    double *next = v;
    v = u, u = next;
  }
  seconds += MPI_Wtime();
  unsigned long long bits, own = 0, sum;
  for (size_t i = 0; i < all; i++) {
    memcpy(&bits, &u[i], sizeof bits), own = own * 31 + bits;
    memcpy(&bits, &w[i], sizeof bits), own = own * 31 + bits;
  }
  MPI_Reduce(&own, &sum, 1, MPI_UNSIGNED_LONG_LONG, MPI_SUM, 0, grid);
  if (rank == 0) {
    printf("%d %d %d: %llx\n", dims[0], dims[1], dims[2], sum);
    if (argc == 6) printf("seconds: %.4f\n", seconds);
  }
  MPI_Finalize();
}
