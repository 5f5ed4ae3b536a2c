/* SPDX-License-Identifier: Apache-2.0 */
/* A spectral solver with a 3D FFT in pencils: u_t = i omega u + nu (u_xx + u_yy + u_zz), periodic,
 * by operator splitting. The first term is advanced at every point by classical Runge-Kutta steps
 * (--substeps says how many: the work that an application does beside its FFTs), the second one
 * exactly in Fourier space.
 *
 * Rank (a, b) of the process grid has whole lines along z, then along y, then along x. Between them
 * the ranks of one row and the ranks of one column exchange everything among themselves, by
 * MPI_Alltoallv on communicators of their own. The 1D transforms are FFTW's: always the same plan
 * of one line, so that the bits do not depend on the number of ranks.
 *
 * The start is a sum of Fourier modes, each of which is an eigenvector of a whole step: the result
 * after any number of steps is known in closed form. */
#include <complex.h>
#include <fftw3.h>
#include <inttypes.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/options.h"
#include "turn.h"

/* The program has no regions: while a rank waits in a collective, other ranks compute without a
 * directive. */
#pragma bamboo dimension 2

enum { X, Y, Z, MODES = 3 };

static const int mode[MODES][3] = {{1, 2, 3}, {-2, 1, 0}, {0, -1, 2}};
static const double amplitude[MODES] = {1, 0.5, 0.25};
static const double omega_dt = 0.5;

static struct {
  int n[3];
  int dims[2]; /* rows and columns of ranks, 0: as MPI_Dims_create says */
  int steps, substeps;
  int communicate;
} option = {{64, 64, 64}, {0, 0}, 10, 4, 1};

static void usage(FILE* to) {
  fprintf(
      to,
      "usage: fft3d [--size NX[,NY,NZ]] [--steps N] [--substeps M] [--geometry AxB] [--nocomm]\n"
      "  -s, --size NX[,NY,NZ]    points along each axis (default 64)\n"
      "  -t, --steps N            time steps, with two 3D FFTs each (default 10)\n"
      "  -m, --substeps M         Runge-Kutta steps of each point in a time step (default 4)\n"
      "  -g, --geometry AxB       ranks along x and along y (default: as MPI_Dims_create says)\n"
      "  -c, --nocomm             exchange nothing: the time without communication\n"
      "  -h, --help               this text\n"
      "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* Returns -1 to continue, else the exit code. */
static int parse_options(int argc, char** argv) {
  const struct choice choices[] = {{"size", 's', READ_SIZES, option.n},
                                   {"steps", 't', READ_NUMBER, &option.steps, 0, INT_MAX},
                                   {"substeps", 'm', READ_NUMBER, &option.substeps, 0, INT_MAX},
                                   {"geometry", 'g', READ_PAIR, option.dims},
                                   {"nocomm", 'c', READ_NO_TEXT, &option.communicate}};
  return READ_CHOICES(argc, argv, choices, usage);
}

struct grid {
  MPI_Comm row, column; /* ranks with the same a, with the same b */
  int first[3], n[3];   /* the own points where lines run along z */
  struct turn to_y, to_x;
  fftw_plan forward[3], backward[3];
  double* decay[3]; /* the factor of each frequency along an axis in one step */
};

static void make_grid(struct grid* g) {
  int rank, at[2];
  const int periods[2] = {0, 0}, along_row[2] = {0, 1}, along_column[2] = {1, 0};
  MPI_Comm all;
  MPI_Cart_create(MPI_COMM_WORLD, 2, option.dims, periods, 0, &all);
  MPI_Comm_rank(all, &rank);
  MPI_Cart_coords(all, rank, 2, at);
  MPI_Cart_sub(all, along_row, &g->row);
  MPI_Cart_sub(all, along_column, &g->column);
  MPI_Comm_free(&all);
  const struct cut x = {option.n[X], option.dims[0], at[0]},
                   y = {option.n[Y], option.dims[1], at[1]};
  g->first[X] = start(&x, at[0]);
  g->first[Y] = start(&y, at[1]);
  g->first[Z] = 0;
  g->n[X] = own(&x);
  g->n[Y] = own(&y);
  g->n[Z] = option.n[Z];
  /* [x][y][z] to [z][x][y] */
  g->to_y = make_turn(g->row, option.communicate, own(&x), option.n[Y], option.n[Z]);
  /* to [y][z][x] */
  g->to_x = make_turn(g->column, option.communicate, own(&g->to_y.k), option.n[X], option.n[Y]);
}

/* Returns the factor of one axis in a step. The fastest wave of all axes together decays by 1/e. */
static double decay(int axis, int frequency) {
  double largest = 0;
  for (int d = 0; d < 3; d++) largest += 0.25 * option.n[d] * option.n[d];
  const int n = option.n[axis], wave = frequency <= n / 2 ? frequency : frequency - n;
  return exp(-(double)wave * wave / largest);
}

/* Plans the transform of one line at any address, so that the arithmetic is the same for every line
 * of every rank. */
static void make_plans(struct grid* g) {
  for (int d = 0; d < 3; d++) {
    const int n = option.n[d];
    fftw_complex* line = allocate(n, sizeof *line);
    g->forward[d] = fftw_plan_dft_1d(n, line, line, FFTW_FORWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
    g->backward[d] = fftw_plan_dft_1d(n, line, line, FFTW_BACKWARD, FFTW_ESTIMATE | FFTW_UNALIGNED);
    g->decay[d] = allocate(n, sizeof(double));
    for (int f = 0; f < n; f++) g->decay[d][f] = decay(d, f) / n; /* FFTW does not normalise */
    free(line);
  }
}

static void free_grid(struct grid* g) {
  for (int d = 0; d < 3; d++) {
    fftw_destroy_plan(g->forward[d]);
    fftw_destroy_plan(g->backward[d]);
    free(g->decay[d]);
  }
  free_turn(&g->to_y);
  free_turn(&g->to_x);
  MPI_Comm_free(&g->row);
  MPI_Comm_free(&g->column);
}

static void transform(fftw_plan plan, value* u, size_t lines, int n) {
  for (size_t line = 0; line < lines; line++) fftw_execute_dft(plan, u + line * n, u + line * n);
}

/* Applies the diffusion of a whole step, in Fourier space. */
static void diffuse(const struct grid* g, value** u, value** buffer) {
  const struct turn *y = &g->to_y, *x = &g->to_x;
  const size_t along_z = (size_t)g->n[X] * g->n[Y], along_y = (size_t)own(&y->k) * y->i,
               along_x = (size_t)own(&x->k) * x->i;
  transform(g->forward[Z], *u, along_z, option.n[Z]);
  turn_forward(y, u, buffer);
  transform(g->forward[Y], *u, along_y, option.n[Y]);
  turn_forward(x, u, buffer);
  transform(g->forward[X], *u, along_x, option.n[X]);
  value* line = *u;
  for (int fy = 0; fy < own(&x->k); fy++) {
    for (int fz = 0; fz < x->i; fz++, line += option.n[X]) {
      const double factor =
          g->decay[Y][start(&x->k, x->k.me) + fy] * g->decay[Z][start(&y->k, y->k.me) + fz];
      for (int fx = 0; fx < option.n[X]; fx++) line[fx] *= factor * g->decay[X][fx];
    }
  }
  transform(g->backward[X], *u, along_x, option.n[X]);
  turn_backward(x, u, buffer);
  transform(g->backward[Y], *u, along_y, option.n[Y]);
  turn_backward(y, u, buffer);
  transform(g->backward[Z], *u, along_z, option.n[Z]);
}

/* Applies the rotation of a whole step: u' = i omega u, point by point. */
static void rotate(value* restrict u, size_t points) {
  const double h = option.substeps ? omega_dt / option.substeps : 0;
  double* restrict parts = (double*)u;
  for (size_t p = 0; p < points; p++) {
    double re = parts[2 * p], im = parts[2 * p + 1];
    for (int s = 0; s < option.substeps; s++) {
      const double re1 = -h * im, im1 = h * re;
      const double re2 = -h * (im + im1 / 2), im2 = h * (re + re1 / 2);
      const double re3 = -h * (im + im2 / 2), im3 = h * (re + re2 / 2);
      const double re4 = -h * (im + im3), im4 = h * (re + re3);
      re += (re1 + 2 * re2 + 2 * re3 + re4) / 6;
      im += (im1 + 2 * im2 + 2 * im3 + im4) / 6;
    }
    parts[2 * p] = re;
    parts[2 * p + 1] = im;
  }
}

/* Returns the factor by which one time step multiplies a mode. */
static value growth(const int* wave) {
  value factor = 1;
  const value z = option.substeps ? I * omega_dt / option.substeps : 0;
  for (int s = 0; s < option.substeps; s++)
    factor *= 1 + z * (1 + z / 2 * (1 + z / 3 * (1 + z / 4)));
  for (int d = 0; d < 3; d++) {
    const int n = option.n[d];
    factor *= decay(d, (wave[d] % n + n) % n);
  }
  return factor;
}

/* e^(2 pi i wave p / n) for the own points p of one axis. */
static value* wave_along(const struct grid* g, int axis, int wave) {
  const int n = option.n[axis];
  value* w = allocate(g->n[axis], sizeof *w);
  for (int p = 0; p < g->n[axis]; p++)
    w[p] = cexp(2 * M_PI * I * ((long)wave * (g->first[axis] + p) % n) / n);
  return w;
}

/* Adds the modes after so many steps to u, times `sign`. */
static void add_modes(const struct grid* g, value* u, int steps, double sign) {
  for (int m = 0; m < MODES; m++) {
    value factor = sign * amplitude[m], *w[3];
    const value each = growth(mode[m]);
    for (int s = 0; s < steps; s++) factor *= each;
    for (int d = 0; d < 3; d++) w[d] = wave_along(g, d, mode[m][d]);
    value* at = u;
    for (int x = 0; x < g->n[X]; x++) {
      for (int y = 0; y < g->n[Y]; y++) {
        for (int z = 0; z < g->n[Z]; z++) *at++ += factor * w[X][x] * w[Y][y] * w[Z][z];
      }
    }
    for (int d = 0; d < 3; d++) free(w[d]);
  }
}

/* Returns a hash of each point's position and bits, added up modulo 2^64. It does not depend on the
 * decomposition. */
static uint64_t hash(const struct grid* g, const value* u) {
  uint64_t sum = 0, bits[2];
  for (int x = 0; x < g->n[X]; x++) {
    for (int y = 0; y < g->n[Y]; y++) {
      const uint64_t line =
          ((uint64_t)(g->first[X] + x) * option.n[Y] + g->first[Y] + y) * option.n[Z];
      for (int z = 0; z < g->n[Z]; z++) {
        memcpy(bits, u++, sizeof bits);
        sum += mix(bits[0] + mix(bits[1] + mix(line + z)));
      }
    }
  }
  return sum;
}

static size_t larger(size_t a, size_t b) {
  return a > b ? a : b;
}

int main(int argc, char** argv) {
  begin_program(&argc, &argv, "fft3d");
  const int rank = program.rank, size = program.size;
  int status = parse_options(argc, argv);
  if (status < 0) {
    const long given = (long)option.dims[0] * option.dims[1];
    const int* n = option.n;
    if (given != 0 && given != size) {
      if (rank == 0)
        fprintf(stderr, "fft3d: --geometry needs %ld ranks, there are %d\n", given, size);
      status = 2;
    } else {
      MPI_Dims_create(size, 2, option.dims);
      /* x is divided among the ranks of the first dimension, z among those of the second one, and y
       * among either, depending on the direction of the lines. */
      if (smaller(n[X], n[Y]) < option.dims[0] || smaller(n[Y], n[Z]) < option.dims[1]) {
        if (rank == 0) {
          fprintf(stderr, "fft3d: %d x %d x %d points are too few for %d x %d ranks\n", n[X], n[Y],
                  n[Z], option.dims[0], option.dims[1]);
        }
        status = 2;
      }
    }
  }
  if (status >= 0) {
    MPI_Finalize();
    return status;
  }

  struct grid grid;
  make_grid(&grid);
  make_plans(&grid);
  const size_t points = (size_t)grid.n[X] * grid.n[Y] * grid.n[Z];
  const size_t along_y = (size_t)own(&grid.to_y.k) * grid.to_y.i * option.n[Y];
  const size_t along_x = (size_t)own(&grid.to_x.k) * grid.to_x.i * option.n[X];
  const size_t most = larger(points, larger(along_y, along_x));
  value *u = allocate(most, sizeof *u), *buffer = allocate(most, sizeof *buffer);
  add_modes(&grid, u, 0, 1);

  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int step = 0; step < option.steps; step++) {
    rotate(u, points);
    diffuse(&grid, &u, &buffer);
  }
  double seconds = MPI_Wtime() - begin;

  uint64_t sum = hash(&grid, u);
  double error = 0;
  add_modes(&grid, u, option.steps, -1);
  for (size_t p = 0; p < points; p++) {
    if (!(cabs(u[p]) <= error)) error = cabs(u[p]); /* true for NaN as well */
  }
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  const int right = error <= 1e-15 * (100 + 10.0 * option.steps);
  if (rank == 0) {
    printf("fft3d: %d x %d x %d points, %d steps of %d substeps\n", option.n[X], option.n[Y],
           option.n[Z], option.steps, option.substeps);
    printf("time: %.4f ms per step, %d x %d ranks\n",
           option.steps ? 1e3 * seconds / option.steps : 0.0, option.dims[0], option.dims[1]);
    if (option.communicate) {
      printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
      printf("error: %.3e, %s\n", error, right ? "verified" : "WRONG");
    } else {
      printf("error: not computed, because nothing was communicated\n");
    }
  }
  free(u);
  free(buffer);
  free_grid(&grid);
  MPI_Finalize();
  return option.communicate && !right ? 1 : 0;
}
