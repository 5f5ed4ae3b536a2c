/* SPDX-License-Identifier: Apache-2.0 */
/* The wave equation u_tt = c^2 (u_xx + u_yy) by the second-order leapfrog scheme, in plain MPI:
 * what an existing program looks like. Columns of ghost cells travel as a derived type.
 *
 * A standing wave with the scheme's own frequency is an exact answer of the discrete equations. */
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"

static struct {
  int points, steps;
  double courant;
} option = {128, 200, 0.5};

static const int mode_y = 2, mode_x = 3;

struct domain {
  MPI_Comm grid;
  MPI_Datatype row, column;
  int dims[2], north, south, west, east;
  int start_y, start_x, ny, nx;
  size_t pitch;
};

static void usage(FILE* to) {
  fprintf(to,
          "usage: wave [--size N] [--steps N] [--courant C]\n"
          "  -s, --size N       interior points along each axis (default 128)\n"
          "  -t, --steps N      time steps (default 200)\n"
          "  -c, --courant C    c dt / dx, 0 < C <= 0.7 (default 0.5)\n"
          "  -h, --help         this text\n"
          "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. Only one rank complains. */
static int parse_options(int argc, char** argv, int complain) {
  static const struct option names[] = {{"size", 1, 0, 's'},
                                        {"steps", 1, 0, 't'},
                                        {"courant", 1, 0, 'c'},
                                        {"help", 0, 0, 'h'},
                                        {0, 0, 0, 0}};
  int o, right, end;
  opterr = complain;
  while ((o = getopt_long(argc, argv, "s:t:c:h", names, NULL)) != -1) {
    right = end = 0;
    switch (o) {
      case 's':
        right = sscanf(optarg, "%d%n", &option.points, &end) == 1 && option.points > 0;
        break;
      case 't':
        right = sscanf(optarg, "%d%n", &option.steps, &end) == 1 && option.steps > 0;
        break;
      case 'c':
        right = sscanf(optarg, "%lf%n", &option.courant, &end) == 1 && option.courant > 0 &&
                option.courant <= 0.7;
        break;
      case 'h':
        if (complain) usage(stdout);
        return 0;
      default:
        if (complain) usage(stderr);
        return 2;
    }
    if (right && !optarg[end]) continue;
    if (complain) fprintf(stderr, "wave: -%c: %s is out of range\n", o, optarg);
    return 2;
  }
  if (optind == argc) return -1;
  if (complain) fprintf(stderr, "wave: unexpected argument %s\n", argv[optind]);
  return 2;
}

static void make_domain(struct domain* d) {
  const int periods[2] = {0, 0};
  int rank, at[2];
  MPI_Cart_create(MPI_COMM_WORLD, 2, d->dims, periods, 1, &d->grid);
  MPI_Comm_rank(d->grid, &rank);
  MPI_Cart_coords(d->grid, rank, 2, at);
  MPI_Cart_shift(d->grid, 0, 1, &d->north, &d->south);
  MPI_Cart_shift(d->grid, 1, 1, &d->west, &d->east);
  d->start_y = (int)((long)option.points * at[0] / d->dims[0]);
  d->start_x = (int)((long)option.points * at[1] / d->dims[1]);
  d->ny = (int)((long)option.points * (at[0] + 1) / d->dims[0]) - d->start_y;
  d->nx = (int)((long)option.points * (at[1] + 1) / d->dims[1]) - d->start_x;
  d->pitch = (size_t)d->nx + 2;
  MPI_Type_contiguous(d->nx, MPI_DOUBLE, &d->row);
  MPI_Type_vector(d->ny, 1, (int)d->pitch, MPI_DOUBLE, &d->column);
  MPI_Type_commit(&d->row);
  MPI_Type_commit(&d->column);
}

static void free_domain(struct domain* d) {
  MPI_Type_free(&d->row);
  MPI_Type_free(&d->column);
  MPI_Comm_free(&d->grid);
}

static double* at(const struct domain* d, double* u, int j, int i) {
  return u + j * d->pitch + i;
}

static void exchange(const struct domain* d, double* u) {
  MPI_Request request[8];
  MPI_Irecv(at(d, u, 0, 1), 1, d->row, d->north, 0, d->grid, &request[0]);
  MPI_Irecv(at(d, u, d->ny + 1, 1), 1, d->row, d->south, 1, d->grid, &request[1]);
  MPI_Irecv(at(d, u, 1, 0), 1, d->column, d->west, 2, d->grid, &request[2]);
  MPI_Irecv(at(d, u, 1, d->nx + 1), 1, d->column, d->east, 3, d->grid, &request[3]);
  MPI_Isend(at(d, u, d->ny, 1), 1, d->row, d->south, 0, d->grid, &request[4]);
  MPI_Isend(at(d, u, 1, 1), 1, d->row, d->north, 1, d->grid, &request[5]);
  MPI_Isend(at(d, u, 1, d->nx), 1, d->column, d->east, 2, d->grid, &request[6]);
  MPI_Isend(at(d, u, 1, 1), 1, d->column, d->west, 3, d->grid, &request[7]);
  MPI_Waitall(8, request, MPI_STATUSES_IGNORE);
}

/* next = 2 now - previous + courant^2 (discrete Laplacian of now); next may be previous. */
static void step(const struct domain* d, const double* restrict now, double* next) {
  const double c2 = option.courant * option.courant;
  for (int j = 1; j <= d->ny; j++) {
    const double* restrict u = now + j * d->pitch;
    double* v = next + j * d->pitch;
    for (int i = 1; i <= d->nx; i++) {
      const double around = (u[i - 1] + u[i + 1]) + (u[i - d->pitch] + u[i + d->pitch]);
      v[i] = (2 * u[i] - v[i]) + c2 * (around - 4 * u[i]);
    }
  }
}

static double wave_number(int mode) {
  return M_PI * mode / (option.points + 1);
}

/* The standing wave at time step n: fills u, or compares with it. */
static double standing_wave(const struct domain* d, double* u, int n, int compare) {
  const double c2 = option.courant * option.courant;
  const double frequency = acos(1 - c2 * (2 - cos(wave_number(mode_x)) - cos(wave_number(mode_y))));
  const double amplitude = cos(frequency * n);
  double worst = 0;
  for (int j = 1; j <= d->ny; j++) {
    const double y = sin(wave_number(mode_y) * (d->start_y + j));
    for (int i = 1; i <= d->nx; i++) {
      const double value = amplitude * y * sin(wave_number(mode_x) * (d->start_x + i));
      if (!compare) {
        *at(d, u, j, i) = value;
      } else if (!(fabs(*at(d, u, j, i) - value) <= worst)) { /* true for NaN as well */
        worst = fabs(*at(d, u, j, i) - value);
      }
    }
  }
  return worst;
}

/* Returns a hash of each point's position and bits, added up modulo 2^64. It does not depend on the
 * decomposition. */
static uint64_t hash(const struct domain* d, double* u) {
  uint64_t sum = 0, bits;
  for (int j = 1; j <= d->ny; j++) {
    for (int i = 1; i <= d->nx; i++) {
      memcpy(&bits, at(d, u, j, i), sizeof bits);
      sum += mix(bits + mix((uint64_t)(d->start_y + j) * (option.points + 2) + d->start_x + i));
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
  struct domain domain = {.dims = {0, 0}};
  MPI_Dims_create(size, 2, domain.dims);
  if (status < 0 && (domain.dims[0] > option.points || domain.dims[1] > option.points)) {
    if (rank == 0)
      fprintf(stderr, "wave: %d points are too few for %d x %d ranks\n", option.points,
              domain.dims[0], domain.dims[1]);
    status = 2;
  }
  if (status >= 0) {
    MPI_Finalize();
    return status;
  }

  make_domain(&domain);
  const size_t points = (domain.ny + 2) * domain.pitch;
  double *previous = calloc(points, sizeof *previous), *now = calloc(points, sizeof *now);
  if (!previous || !now) {
    fprintf(stderr, "wave: no memory for %zu values\n", points);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  standing_wave(&domain, previous, -1, 0);
  standing_wave(&domain, now, 0, 0);

  MPI_Barrier(domain.grid);
  const double begin = MPI_Wtime();
  for (int n = 0; n < option.steps; n++) {
    exchange(&domain, now);
    step(&domain, now, previous);
    double* swap = previous;
    previous = now;
    now = swap;
  }
  double seconds = MPI_Wtime() - begin;

  double error = standing_wave(&domain, now, option.steps, 1);
  uint64_t sum = hash(&domain, now);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, domain.grid);
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, domain.grid);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, domain.grid);
  /* Rounding errors of a leapfrog scheme grow with the square of the number of steps. */
  const int right = error <= 1e-15 * (100.0 + option.steps) * (100.0 + option.steps);
  if (rank == 0) {
    printf("wave: %d x %d points, %d steps, Courant number %g\n", option.points, option.points,
           option.steps, option.courant);
    printf("time: %.4f ms per step, %d x %d ranks\n", 1e3 * seconds / option.steps, domain.dims[0],
           domain.dims[1]);
    printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
    printf("error: %.3e, %s\n", error, right ? "verified" : "WRONG");
  }
  free(previous);
  free(now);
  free_domain(&domain);
  MPI_Finalize();
  return right ? 0 : 1;
}
