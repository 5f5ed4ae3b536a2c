// SPDX-License-Identifier: Apache-2.0
// Staged exchanges: planes are exchanged along x, then y, then z, and each stage sends what the one before has received.
// A sweep reads all of it, with the corners. Prints all bits of all results.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { n = 40, stride = n + 2, plane = stride * stride, cells = plane * stride, steps = 10 };

static int rank, low[3], high[3];
static MPI_Comm grid;
static double out[2][plane], in[2][plane];
double *u, *v;

#define CELL(i, j, k) ((i) * plane + (j) * stride + (k))

static void pack(double* restrict to, const double* from, int axis, int at) {
  if (axis == 0)
    for (int a = 0; a < stride; a++)
      for (int b = 0; b < stride; b++) to[a * stride + b] = from[CELL(at, a, b)];
  else if (axis == 1)
    for (int a = 0; a < stride; a++)
      for (int b = 0; b < stride; b++) to[a * stride + b] = from[CELL(a, at, b)];
  else
    for (int a = 0; a < stride; a++)
      for (int b = 0; b < stride; b++) to[a * stride + b] = from[CELL(a, b, at)];
}

static void unpack(const double* restrict from, double* to, int axis, int at) {
  if (axis == 0)
    for (int a = 0; a < stride; a++)
      for (int b = 0; b < stride; b++) to[CELL(at, a, b)] = from[a * stride + b];
  else if (axis == 1)
    for (int a = 0; a < stride; a++)
      for (int b = 0; b < stride; b++) to[CELL(a, at, b)] = from[a * stride + b];
  else
    for (int a = 0; a < stride; a++)
      for (int b = 0; b < stride; b++) to[CELL(a, b, at)] = from[a * stride + b];
}

#define SWEEP                                                                                     \
  for (int i = 1; i <= n; i++)                                                                    \
    for (int j = 1; j <= n; j++)                                                                  \
      for (int k = 1; k <= n; k++)                                                                \
        y[CELL(i, j, k)] = 0.3 * x[CELL(i, j, k)] + 0.1 * x[CELL(i - 1, j - 1, k - 1)] +          \
                           0.2 * x[CELL(i + 1, j + 1, k + 1)] + 0.15 * x[CELL(i, j - 1, k + 1)] + \
                           0.25 * x[CELL(i + 1, j, k - 1)];

// Own requests, in one loop over the axes.
static void own(double* x, double* y) {
  for (int axis = 0; axis < 3; axis++) {
    MPI_Request request[4];
    MPI_Irecv(in[0], plane, MPI_DOUBLE, low[axis], 0, grid, &request[0]);
    MPI_Irecv(in[1], plane, MPI_DOUBLE, high[axis], 1, grid, &request[1]);
    pack(out[0], x, axis, n);
    pack(out[1], x, axis, 1);
    MPI_Isend(out[0], plane, MPI_DOUBLE, high[axis], 0, grid, &request[2]);
    MPI_Isend(out[1], plane, MPI_DOUBLE, low[axis], 1, grid, &request[3]);
    MPI_Waitall(4, request, MPI_STATUSES_IGNORE);
    unpack(in[0], x, axis, 0);
    unpack(in[1], x, axis, n + 1);
  }
  SWEEP
}

// Blocking calls, one behind the other, some of them only where there is a neighbour.
static void blocking(double* x, double* y) {
  pack(out[0], x, 0, n);
  MPI_Sendrecv(out[0], plane, MPI_DOUBLE, high[0], 0, in[0], plane, MPI_DOUBLE, low[0], 0, grid,
               MPI_STATUS_IGNORE);
  unpack(in[0], x, 0, 0);
  pack(out[1], x, 0, 1);
  MPI_Sendrecv(out[1], plane, MPI_DOUBLE, low[0], 0, in[1], plane, MPI_DOUBLE, high[0], 0, grid,
               MPI_STATUS_IGNORE);
  unpack(in[1], x, 0, n + 1);
  pack(out[0], x, 1, n);
  MPI_Sendrecv(out[0], plane, MPI_DOUBLE, high[1], 0, in[0], plane, MPI_DOUBLE, low[1], 0, grid,
               MPI_STATUS_IGNORE);
  unpack(in[0], x, 1, 0);
  pack(out[1], x, 1, 1);
  MPI_Sendrecv(out[1], plane, MPI_DOUBLE, low[1], 0, in[1], plane, MPI_DOUBLE, high[1], 0, grid,
               MPI_STATUS_IGNORE);
  unpack(in[1], x, 1, n + 1);
  SWEEP
}

// The sweep reads the buffer that each stage receives: everything waits.
static void reads_buffer(double* x, double* y) {
  MPI_Request request[2];
  for (int axis = 0; axis < 2; axis++) {
    MPI_Irecv(in[0], plane, MPI_DOUBLE, low[axis], 0, grid, &request[0]);
    pack(out[0], x, axis, n);
    MPI_Isend(out[0], plane, MPI_DOUBLE, high[axis], 0, grid, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    unpack(in[0], x, axis, 0);
  }
  double* read = in[0];
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      for (int k = 1; k <= n; k++) y[CELL(i, j, k)] = x[CELL(i - 1, j, k)] + read[j * stride + k];
}

// The sweep writes what the exchange sends: the array that it packs.
static void writes_packed(double* x, double* y) {
  MPI_Request request[2];
  for (int axis = 0; axis < 2; axis++) {
    MPI_Irecv(in[0], plane, MPI_DOUBLE, low[axis], 0, grid, &request[0]);
    pack(out[0], y, axis, n / 2);
    MPI_Isend(out[0], plane, MPI_DOUBLE, high[axis], 0, grid, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    unpack(in[0], x, axis, 0);
  }
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      for (int k = 1; k <= n; k++)
        y[CELL(i, j, k)] = x[CELL(i - 1, j, k)] * 0.75 + x[CELL(i, j - 1, k)] * 0.25;
}

static void print(const char* what) {
  uint64_t sum = 14695981039346656037u, all;
  for (size_t i = 0; i < cells * sizeof *v; i++)
    sum = (sum ^ ((const unsigned char*)v)[i]) * 1099511628211u;
  sum *= 2 * (uint64_t)rank + 1;
  MPI_Reduce(&sum, &all, 1, MPI_UINT64_T, MPI_SUM, 0, grid);
  if (rank == 0) printf("%s %016llx\n", what, (unsigned long long)all);
}

static void swap(void) {
  double* other = u;
  u = v, v = other;
  usleep(rank % 2 == 0 ? 2000 : 0);  // others wait for its messages
}

int main(int argc, char** argv) {
  int size, edges[3] = {0}, periodic[3] = {1, 0, 1};
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Dims_create(size, 3, edges);
  MPI_Cart_create(MPI_COMM_WORLD, 3, edges, periodic, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  for (int axis = 0; axis < 3; axis++) MPI_Cart_shift(grid, axis, 1, &low[axis], &high[axis]);
  u = calloc(cells, sizeof *u), v = calloc(cells, sizeof *v);
  for (int i = 0; i < cells; i++) u[i] = (double)(i * 37 % 101 + rank) / 16;
  for (int step = 0; step < steps; step++) {
    own(u, v), print("own"), swap();
    blocking(u, v), print("blocking"), swap();
    reads_buffer(u, v), print("reads buffer"), swap();
    writes_packed(u, v), print("writes packed"), swap();
  }
  MPI_Finalize();
}
