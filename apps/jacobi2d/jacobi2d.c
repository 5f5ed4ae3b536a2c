/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi's method for Laplace's equation in two dimensions (SC'12, Fig. 2).
 *
 * The boundary values are u* = x^2 - y^2, whose discrete Laplacian is zero. The start is u* plus
 * one eigenvector of the iteration, so that the iterate is known in closed form after any number of
 * sweeps: u* + lambda^n v. The result is verified against it. */
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/options.h"

#pragma bamboo dimension 2

enum { LEFT, RIGHT, UP, DOWN, SIDES };

static int N = 256, num_iterations = 100; /* interior points along each axis; sweeps */
static int dims[2], coordinates[2];       /* of the process grid: dimension 0 is Y, 1 is X */
static int start_y, start_x, ny, nx;      /* this rank's interior points: 1 … ny times 1 … nx */
static size_t pitch;                      /* doubles from one row to the next */
static double c = 0.25;

static void usage(FILE* to) {
  fprintf(to,
          "usage: jacobi2d [--size N] [--iterations N]\n"
          "  -s, --size N          interior points along each axis (default 256)\n"
          "  -i, --iterations N    sweeps (default 100)\n"
          "  -h, --help            this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"size", 's', READ_NUMBER, &N, 1, 1 << 20},
                                   {"iterations", 'i', READ_NUMBER, &num_iterations, 0, 1 << 20}};
  return READ_CHOICES(argc, argv, choices, usage);
}

static int length(int side) {
  return side == LEFT || side == RIGHT ? ny : nx;
}

/* Copies the boundary points of a side to a message buffer, or a message buffer to the ghost cells
 * behind them. */
static double* edge(double* u, int side, int ghost, size_t* step) {
  *step = side == LEFT || side == RIGHT ? pitch : 1;
  switch (side) {
    case LEFT:
      return u + pitch + 1 - ghost;
    case RIGHT:
      return u + pitch + nx + ghost;
    case UP:
      return u + (1 - ghost) * pitch + 1;
    default:
      return u + (ny + ghost) * pitch + 1;
  }
}

static void pack(double* u, int side, double* restrict buffer) {
  size_t step;
  const double* from = edge(u, side, 0, &step);
  for (int i = 0; i < length(side); i++) buffer[i] = from[i * step];
}

static void unpack(const double* restrict buffer, int side, double* u) {
  size_t step;
  double* to = edge(u, side, 1, &step);
  for (int i = 0; i < length(side); i++) to[i * step] = buffer[i];
}

static void sweep(const double* restrict U, double* restrict V) {
  for (int j = 1; j <= ny; j++) {
    const double* restrict u = U + j * pitch;
    double* restrict v = V + j * pitch;
    for (int i = 1; i <= nx; i++)
      v[i] = c * ((u[i + 1] + u[i - 1]) + (u[i + pitch] + u[i - pitch]));
  }
}

/* u* + amplitude v at a global point. */
static double exact(int j, int i, double amplitude) {
  const double h = 1.0 / (N + 1), x = h * i, y = h * j;
  const int boundary = i == 0 || j == 0 || i == N + 1 || j == N + 1;
  return x * x - y * y + (boundary ? 0 : amplitude * sin(M_PI * x) * sin(2 * M_PI * y));
}

static double largest_error(const double* u, double amplitude) {
  double worst = 0;
  for (int j = 1; j <= ny; j++) {
    for (int i = 1; i <= nx; i++) {
      const double error = fabs(u[j * pitch + i] - exact(start_y + j, start_x + i, amplitude));
      if (!(error <= worst)) worst = error; /* true for NaN as well */
    }
  }
  return worst;
}

/* Returns a hash of each point's position and bits, added up modulo 2^64. It does not depend on the
 * decomposition. */
static uint64_t hash(const double* u) {
  uint64_t sum = 0, bits;
  for (int j = 1; j <= ny; j++) {
    for (int i = 1; i <= nx; i++) {
      memcpy(&bits, &u[j * pitch + i], sizeof bits);
      sum += mix(bits + mix((uint64_t)(start_y + j) * (N + 2) + start_x + i));
    }
  }
  return sum;
}

int main(int argc, char** argv) {
  int neighbour[SIDES];
  begin_program(&argc, &argv, "jacobi2d");
  int status = parse_options(argc, argv);
  MPI_Dims_create(program.size, 2, dims);
  if (status < 0 && (dims[0] > N || dims[1] > N))
    status = refuse("%d points are too few for %d x %d ranks", N, dims[0], dims[1]);
  if (status >= 0) return end_early(status);

  MPI_Comm grid;
  const int periods[2] = {0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
  MPI_Cart_coords(grid, program.rank, 2, coordinates);
  MPI_Cart_shift(grid, 0, 1, &neighbour[UP], &neighbour[DOWN]);
  MPI_Cart_shift(grid, 1, 1, &neighbour[LEFT], &neighbour[RIGHT]);
  start_y = (int)((long)N * coordinates[0] / dims[0]);
  start_x = (int)((long)N * coordinates[1] / dims[1]);
  ny = (int)((long)N * (coordinates[0] + 1) / dims[0]) - start_y;
  nx = (int)((long)N * (coordinates[1] + 1) / dims[1]) - start_x;
  pitch = (size_t)nx + 2;

  double *U = allocate((ny + 2) * pitch, sizeof(double)), *V = allocate((ny + 2) * pitch, sizeof(double));
  double *SendGhostcells[SIDES], *RecvGhostcells[SIDES];
  for (int side = 0; side < SIDES; side++) {
    SendGhostcells[side] = allocate(length(side), sizeof(double));
    RecvGhostcells[side] = allocate(length(side), sizeof(double));
  }
  for (int j = 0; j < ny + 2; j++)
    for (int i = 0; i < nx + 2; i++)
      U[j * pitch + i] = V[j * pitch + i] = exact(start_y + j, start_x + i, 1);

  MPI_Barrier(grid);
  const double begin = MPI_Wtime();
#pragma bamboo olap layout NearestNeighbor
  for (int it = 0; it < num_iterations; it++) {
    MPI_Request request[SIDES];
#pragma bamboo send
    for (int side = 0; side < SIDES; side++) {
      if (neighbour[side] != MPI_PROC_NULL) pack(U, side, SendGhostcells[side]);
      MPI_Isend(SendGhostcells[side], length(side), MPI_DOUBLE, neighbour[side], side, grid,
                &request[side]);
    }
#pragma bamboo receive
    for (int side = 0; side < SIDES; side++) {
      MPI_Recv(RecvGhostcells[side], length(side), MPI_DOUBLE, neighbour[side], side ^ 1, grid,
               MPI_STATUS_IGNORE);
      if (neighbour[side] != MPI_PROC_NULL) unpack(RecvGhostcells[side], side, U);
    }
    MPI_Waitall(SIDES, request, MPI_STATUSES_IGNORE);
    sweep(U, V);
    swap(&U, &V);
  }
  double seconds = MPI_Wtime() - begin;

  const double lambda = (cos(M_PI / (N + 1)) + cos(2 * M_PI / (N + 1))) / 2;
  double error = largest_error(U, pow(lambda, num_iterations));
  uint64_t sum = hash(U);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, grid);
  const int right = error <= 1e-14 * (100 + num_iterations);
  if (program.rank == 0) {
    printf("jacobi2d: %d x %d points, %d iterations\n", N, N, num_iterations);
    printf("time: %.4f ms per iteration, %d x %d ranks\n",
           num_iterations ? 1e3 * seconds / num_iterations : 0.0, dims[0], dims[1]);
    printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
    printf("error: %.3e, %s\n", error, right ? "verified" : "WRONG");
  }

  for (int side = 0; side < SIDES; side++) {
    free(SendGhostcells[side]);
    free(RecvGhostcells[side]);
  }
  free(U);
  free(V);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return right ? 0 : 1;
}
