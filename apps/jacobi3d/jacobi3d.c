/* SPDX-License-Identifier: Apache-2.0 */
/* Jacobi's method for Poisson's equation in three dimensions (SC'12, section V-B).
 *
 * Grid spacing h, boundary values u* = h^2 (i^2 + j^2 + k^2), right-hand side 6. The start is u*
 * plus one eigenvector of the iteration, so that the iterate is known in closed form after any
 * number of sweeps: u* + lambda^n v. That is what the result is verified against. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma bamboo dimension 3

enum { FACES = 6, BLOCK_I = 4, BLOCK_J = 8 };

static const int mode[3] = {1, 2, 1}; /* of the eigenvector, along each axis */

static struct {
  int n[3];    /* global interior points */
  int dims[3]; /* processes along each axis, 0: as MPI_Dims_create says */
  int iterations;
  int communicate;
} option = {{64, 64, 64}, {0, 0, 0}, 20, 1};

/* The part of one rank: interior points 1 … n along each axis, ghost cells at 0 and n + 1. */
struct part {
  int n[3], start[3];
  size_t stride[2]; /* of i and of j; k is contiguous */
  int neighbours;   /* faces that have a neighbour, and for each of them: */
  int face[FACES], peer[FACES], count[FACES];
  double *out[FACES], *in[FACES];
};

static void usage(FILE* to) {
  fprintf(to,
          "usage: jacobi3d [--size NX[,NY,NZ]] [--iterations N] [--geometry PXxPYxPZ] [--nocomm]\n"
          "  -s, --size NX[,NY,NZ]      interior points along each axis (default 64)\n"
          "  -i, --iterations N         sweeps (default 20)\n"
          "  -g, --geometry PXxPYxPZ    ranks along each axis (default: as MPI_Dims_create says)\n"
          "  -c, --nocomm               exchange nothing: the time without communication\n"
          "  -h, --help                 this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* -1: go on; else the exit code. Only one rank complains. */
static int parse_options(int argc, char** argv, int complain) {
  static const struct option names[] = {{"size", 1, 0, 's'},     {"iterations", 1, 0, 'i'},
                                        {"geometry", 1, 0, 'g'}, {"nocomm", 0, 0, 'c'},
                                        {"help", 0, 0, 'h'},     {0, 0, 0, 0}};
  int c, read, end;
  opterr = complain;
  while ((c = getopt_long(argc, argv, "s:i:g:ch", names, NULL)) != -1) {
    end = 0;
    switch (c) {
      case 's':
        read = sscanf(optarg, "%d%n,%d,%d%n", &option.n[0], &end, &option.n[1], &option.n[2], &end);
        if (read == 1) option.n[1] = option.n[2] = option.n[0];
        if ((read != 1 && read != 3) || optarg[end] || option.n[0] < 1 || option.n[1] < 1 ||
            option.n[2] < 1) {
          if (complain) fprintf(stderr, "jacobi3d: --size %s: give NX or NX,NY,NZ\n", optarg);
          return 2;
        }
        break;
      case 'i':
        if (sscanf(optarg, "%d%n", &option.iterations, &end) != 1 || optarg[end] ||
            option.iterations < 0) {
          if (complain) fprintf(stderr, "jacobi3d: --iterations %s: give a number\n", optarg);
          return 2;
        }
        break;
      case 'g':
        if (sscanf(optarg, "%dx%dx%d%n", &option.dims[0], &option.dims[1], &option.dims[2], &end) !=
                3 ||
            optarg[end] || option.dims[0] < 1 || option.dims[1] < 1 || option.dims[2] < 1) {
          if (complain) fprintf(stderr, "jacobi3d: --geometry %s: give PXxPYxPZ\n", optarg);
          return 2;
        }
        break;
      case 'c':
        option.communicate = 0;
        break;
      case 'h':
        if (complain) usage(stdout);
        return 0;
      default:
        if (complain) usage(stderr);
        return 2;
    }
  }
  if (optind < argc) {
    if (complain) fprintf(stderr, "jacobi3d: unexpected argument %s\n", argv[optind]);
    return 2;
  }
  return -1;
}

static double* allocate(size_t n) {
  double* memory = calloc(n, sizeof *memory);
  if (!memory) {
    fprintf(stderr, "jacobi3d: no memory for %zu values\n", n);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return memory;
}

static void divide(struct part* p, MPI_Comm grid) {
  int dims[3], periods[3], at[3], area = 1;
  MPI_Cart_get(grid, 3, dims, periods, at);
  for (int d = 0; d < 3; d++) {
    p->start[d] = (int)((long)option.n[d] * at[d] / dims[d]);
    p->n[d] = (int)((long)option.n[d] * (at[d] + 1) / dims[d]) - p->start[d];
    area *= p->n[d];
  }
  p->stride[1] = (size_t)p->n[2] + 2;
  p->stride[0] = ((size_t)p->n[1] + 2) * p->stride[1];
  p->neighbours = 0;
  for (int face = 0; face < FACES && option.communicate; face++) {
    int source, destination, n = p->neighbours;
    MPI_Cart_shift(grid, face / 2, face % 2 ? 1 : -1, &source, &destination);
    if (destination == MPI_PROC_NULL) continue;
    p->face[n] = face;
    p->peer[n] = destination;
    p->count[n] = area / p->n[face / 2];
    p->out[n] = allocate(p->count[n]);
    p->in[n] = allocate(p->count[n]);
    p->neighbours++;
  }
}

/* Where a face's layer begins: the outermost interior points, or (`ghost`) the cells behind them.
 */
static size_t layer(const struct part* p, int face, int ghost) {
  int at[3] = {1, 1, 1};
  at[face / 2] = face % 2 ? p->n[face / 2] + ghost : 1 - ghost;
  return at[0] * p->stride[0] + at[1] * p->stride[1] + at[2];
}

static void pack(const struct part* p, int face, const double* restrict u, double* restrict out) {
  const double* from = u + layer(p, face, 0);
  const int axis = face / 2;
  const int rows = p->n[axis == 0 ? 1 : 0], columns = p->n[axis == 2 ? 1 : 2];
  const size_t row = p->stride[axis == 0 ? 1 : 0], column = axis == 2 ? p->stride[1] : 1;
  for (int r = 0; r < rows; r++, from += row, out += columns) {
    if (column == 1) {
      memcpy(out, from, columns * sizeof *out);
    } else {
      for (int c = 0; c < columns; c++) out[c] = from[c * column];
    }
  }
}

static void unpack(const struct part* p, int face, const double* restrict in, double* restrict u) {
  double* to = u + layer(p, face, 1);
  const int axis = face / 2;
  const int rows = p->n[axis == 0 ? 1 : 0], columns = p->n[axis == 2 ? 1 : 2];
  const size_t row = p->stride[axis == 0 ? 1 : 0], column = axis == 2 ? p->stride[1] : 1;
  for (int r = 0; r < rows; r++, to += row, in += columns) {
    if (column == 1) {
      memcpy(to, in, columns * sizeof *in);
    } else {
      for (int c = 0; c < columns; c++) to[c * column] = in[c];
    }
  }
}

/* One row of the seven-point stencil, the only loop that counts. */
static inline void relax(const double* restrict u, double* restrict v, int n, size_t si, size_t sj,
                         double source) {
  for (int k = 0; k < n; k++) {
    v[k] =
        ((u[k - si] + u[k + si]) + (u[k - sj] + u[k + sj]) + (u[k - 1] + u[k + 1])) * (1.0 / 6.0) -
        source;
  }
}

static void sweep(const struct part* p, const double* restrict u, double* restrict v,
                  double source) {
  for (int ii = 1; ii <= p->n[0]; ii += BLOCK_I) {
    for (int jj = 1; jj <= p->n[1]; jj += BLOCK_J) {
      const int i_end = ii + BLOCK_I <= p->n[0] + 1 ? ii + BLOCK_I : p->n[0] + 1;
      const int j_end = jj + BLOCK_J <= p->n[1] + 1 ? jj + BLOCK_J : p->n[1] + 1;
      for (int i = ii; i < i_end; i++) {
        for (int j = jj; j < j_end; j++) {
          const size_t at = i * p->stride[0] + j * p->stride[1] + 1;
          relax(u + at, v + at, p->n[2], p->stride[0], p->stride[1], source);
        }
      }
    }
  }
}

/* sin(mode pi x) at the local points of one axis, ghost cells included. */
static double* eigenvector(const struct part* p, int axis) {
  double* v = allocate((size_t)p->n[axis] + 2);
  for (int i = 0; i < p->n[axis] + 2; i++) {
    const int at = p->start[axis] + i;
    const int outside = at == 0 || at == option.n[axis] + 1;
    v[i] = outside ? 0 : sin(M_PI * mode[axis] * at / (option.n[axis] + 1));
  }
  return v;
}

/* Fills u with u* + amplitude v, or compares: the largest deviation from it. */
static double exact(const struct part* p, double* u, double h, double amplitude, int compare) {
  double *v[3], worst = 0;
  for (int d = 0; d < 3; d++) v[d] = eigenvector(p, d);
  for (int i = !!compare; i < p->n[0] + 2 - !!compare; i++) {
    for (int j = !!compare; j < p->n[1] + 2 - !!compare; j++) {
      double* row = u + i * p->stride[0] + j * p->stride[1];
      for (int k = !!compare; k < p->n[2] + 2 - !!compare; k++) {
        const double x = h * (p->start[0] + i), y = h * (p->start[1] + j),
                     z = h * (p->start[2] + k);
        const double value = x * x + y * y + z * z + amplitude * v[0][i] * v[1][j] * v[2][k];
        if (!compare) {
          row[k] = value;
        } else if (!(fabs(row[k] - value) <= worst)) { /* also when it is not a number */
          worst = fabs(row[k] - value);
        }
      }
    }
  }
  for (int d = 0; d < 3; d++) free(v[d]);
  return worst;
}

static uint64_t mix(uint64_t x) { /* the finaliser of splitmix64 */
  x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* A hash of every point's place and bits, added up modulo 2^64: any decomposition gives the same.
 */
static uint64_t hash(const struct part* p, const double* u) {
  uint64_t sum = 0;
  for (int i = 1; i <= p->n[0]; i++) {
    for (int j = 1; j <= p->n[1]; j++) {
      const uint64_t row =
          ((uint64_t)(p->start[0] + i) * (option.n[1] + 2) + p->start[1] + j) * (option.n[2] + 2);
      for (int k = 1; k <= p->n[2]; k++) {
        uint64_t bits;
        memcpy(&bits, &u[i * p->stride[0] + j * p->stride[1] + k], sizeof bits);
        sum += mix(bits + mix(row + p->start[2] + k));
      }
    }
  }
  return sum;
}

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int status = parse_options(argc, argv, rank == 0);
  if (status < 0) {
    long given = (long)option.dims[0] * option.dims[1] * option.dims[2];
    if (given != 0 && given != size) {
      if (rank == 0)
        fprintf(stderr, "jacobi3d: --geometry needs %ld ranks, there are %d\n", given, size);
      status = 2;
    } else {
      MPI_Dims_create(size, 3, option.dims);
    }
    for (int d = 0; d < 3 && status < 0; d++) {
      if (option.n[d] >= option.dims[d]) continue;
      if (rank == 0)
        fprintf(stderr, "jacobi3d: %d points along axis %d are too few for %d ranks\n", option.n[d],
                d, option.dims[d]);
      status = 2;
    }
  }
  if (status >= 0) {
    MPI_Finalize();
    return status;
  }

  MPI_Comm grid;
  const int periods[3] = {0, 0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 3, option.dims, periods, 0, &grid);
  struct part part;
  divide(&part, grid);

  int longest = option.n[0];
  double lambda = 0;
  for (int d = 0; d < 3; d++) {
    if (option.n[d] > longest) longest = option.n[d];
    lambda += cos(M_PI * mode[d] / (option.n[d] + 1)) / 3;
  }
  const double h = 1.0 / (longest + 1), source = h * h;
  const size_t points = (part.n[0] + 2) * part.stride[0];
  double *u = allocate(points), *v = allocate(points);
  exact(&part, u, h, 1, 0);
  memcpy(v, u, points * sizeof *u); /* the boundary values stay in both */

  MPI_Barrier(grid);
  const double begin = MPI_Wtime();
#pragma bamboo olap layout NearestNeighbor
  for (int iteration = 0; iteration < option.iterations; iteration++) {
    MPI_Request request[FACES];
#pragma bamboo send
    for (int n = 0; n < part.neighbours; n++) {
      pack(&part, part.face[n], u, part.out[n]);
      MPI_Isend(part.out[n], part.count[n], MPI_DOUBLE, part.peer[n], part.face[n], grid,
                &request[n]);
    }
#pragma bamboo receive
    for (int n = 0; n < part.neighbours; n++) {
      MPI_Recv(part.in[n], part.count[n], MPI_DOUBLE, part.peer[n], part.face[n] ^ 1, grid,
               MPI_STATUS_IGNORE);
      unpack(&part, part.face[n], part.in[n], u);
    }
    MPI_Waitall(part.neighbours, request, MPI_STATUSES_IGNORE);
    sweep(&part, u, v, source);
    double* swap = u;
    u = v;
    v = swap;
  }
  double seconds = MPI_Wtime() - begin;

  double error = exact(&part, u, h, pow(lambda, option.iterations), 1);
  uint64_t sum = hash(&part, u);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, grid);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, grid);
  const int right = error <= 1e-14 * (100 + option.iterations);
  if (rank == 0) {
    printf("jacobi3d: %d x %d x %d points, %d iterations\n", option.n[0], option.n[1], option.n[2],
           option.iterations);
    printf("time: %.4f ms per iteration, %d x %d x %d ranks\n",
           option.iterations ? 1e3 * seconds / option.iterations : 0.0, option.dims[0],
           option.dims[1], option.dims[2]);
    printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
    if (option.communicate) {
      printf("error: %.3e, %s\n", error, right ? "verified" : "WRONG");
    } else {
      printf("error: not asked for, nothing was communicated\n");
    }
  }

  for (int n = 0; n < part.neighbours; n++) {
    free(part.out[n]);
    free(part.in[n]);
  }
  free(u);
  free(v);
  MPI_Comm_free(&grid);
  MPI_Finalize();
  return option.communicate && !right ? 1 : 0;
}
