/* SPDX-License-Identifier: Apache-2.0 */
/* A partial differential equation solved by 3D FFTs, after the specification of the NAS Parallel
 * Benchmarks (D. Bailey et al., "The NAS Parallel Benchmarks", RNR-94-007, kernel FT); an
 * implementation of our own.
 *
 * Ranks have slabs: whole planes along x and y. An MPI_Alltoall among all ranks turns them into
 * whole lines along z of a part of the y; the factors of a step are applied in that form, and
 * another Alltoall leads back. The 1D transforms are FFTW's: always the same plan of one line, so
 * that the bits do not depend on the number of ranks. */
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/nas_class.h"
#include "../common/nas_random.h"
#include "classes.h"

typedef double complex value;

enum { SAMPLES = 1024, TILE = 8 };

static struct nas_options option = {0, 0};

static void usage(FILE* to) {
  fprintf(
      to,
      "usage: ft [--class S|W|A] [--iterations N]\n"
      "  -c, --class S|W|A     64 x 64 x 64 (default), 128 x 128 x 32 or 256 x 256 x 128 points\n"
      "  -i, --iterations N    time steps (default 6, which is also the most)\n"
      "  -h, --help            this text\n"
      "The ranks must divide the points along y and z.\n"
      "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n");
}

/* A rank's slab [z][y][x] of whole planes, or its lines [y][x][z] of whole z: as many values. */
struct slab {
  const int* n;
  int ny, nz, first_y, first_z; /* what of y the lines have, what of z the slab has */
  size_t points;
  fftw_plan forward[3], backward[3];
};

static struct slab make_slab(const int* n) {
  struct slab s = {.n = n, .ny = n[Y] / program.size, .nz = n[Z] / program.size};
  s.first_y = program.rank * s.ny;
  s.first_z = program.rank * s.nz;
  s.points = (size_t)s.nz * n[Y] * n[X];
  for (int d = 0; d < 3; d++) {
    const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
    fftw_complex* line = allocate(n[d], sizeof *line);
    s.forward[d] = fftw_plan_dft_1d(n[d], line, line, FFTW_FORWARD, flags);
    s.backward[d] = fftw_plan_dft_1d(n[d], line, line, FFTW_BACKWARD, flags);
    free(line);
  }
  return s;
}

static void free_slab(struct slab* s) {
  for (int d = 0; d < 3; d++) {
    fftw_destroy_plan(s->forward[d]);
    fftw_destroy_plan(s->backward[d]);
  }
}

/* The start: the prescribed random numbers, x first, then y, then z. */
static void draw_values(const struct slab* s, value* u) {
  uint64_t state = nas_state_after(2 * (uint64_t)s->first_z * s->n[Y] * s->n[X]);
  for (size_t p = 0; p < s->points; p++) {
    const double re = nas_random(&state), im = nas_random(&state);
    u[p] = re + I * im;
  }
}

static void transform_lines(fftw_plan plan, value* u, size_t lines, int n) {
  for (size_t line = 0; line < lines; line++) fftw_execute_dft(plan, u + line * n, u + line * n);
}

/* Along y, some neighbouring x at a time: each goes through a contiguous line. */
static void transform_columns(fftw_plan plan, value* plane, int nx, int ny, value* line) {
  for (int xx = 0; xx < nx; xx += TILE) {
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < TILE; x++) line[x * ny + y] = plane[y * nx + xx + x];
    transform_lines(plan, line, TILE, ny);
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < TILE; x++) plane[y * nx + xx + x] = line[x * ny + y];
  }
}

static void transform_planes(const struct slab* s, const fftw_plan* plans, value* u) {
  const int nx = s->n[X], ny = s->n[Y];
  value* line = allocate((size_t)TILE * ny, sizeof *line);
  for (int z = 0; z < s->nz; z++) {
    value* plane = u + (size_t)z * ny * nx;
    transform_lines(plans[X], plane, ny, nx);
    transform_columns(plans[Y], plane, nx, ny, line);
  }
  free(line);
}

/* slab[z][y][x] to what each rank gets, [rank][its y][x][z], or back; some rows at a time for the
 * sake of the caches. */
static void pack(const struct slab* s, value* restrict slab, value* restrict packed, int back) {
  const size_t rows = (size_t)s->n[Y] * s->n[X]; /* y and x as one index: those of a rank follow */
  for (size_t first = 0; first < rows; first += TILE) {
    for (int z = 0; z < s->nz; z++) {
      for (size_t row = first; row < first + TILE; row++) {
        value *a = &slab[z * rows + row], *b = &packed[row * s->nz + z];
        if (back) {
          *a = *b;
        } else {
          *b = *a;
        }
      }
    }
  }
}

/* Turns the parts of the ranks, [rank][y][x][its z], to lines [y][x][z], or back. */
static void join(const struct slab* s, value* restrict parts, value* restrict lines, int back) {
  const size_t rows = (size_t)s->ny * s->n[X], run = s->nz * sizeof *lines;
  for (int q = 0; q < program.size; q++) {
    for (size_t row = 0; row < rows; row++, parts += s->nz) {
      value* line = lines + row * s->n[Z] + (size_t)q * s->nz;
      memcpy(back ? parts : line, back ? line : parts, run);
    }
  }
}

static void exchange(const struct slab* s, const value* from, value* to) {
  const int count = (int)(s->points / program.size);
  MPI_Alltoall(from, count, MPI_C_DOUBLE_COMPLEX, to, count, MPI_C_DOUBLE_COMPLEX, MPI_COMM_WORLD);
}

/* Slab u to the frequencies along all axes, in lines; the buffers are overwritten. */
static void transform_forward(const struct slab* s, value* u, value* buffer, value* lines) {
  transform_planes(s, s->forward, u);
  pack(s, u, buffer, 0);
  exchange(s, buffer, u);
  join(s, u, lines, 0);
  transform_lines(s->forward[Z], lines, (size_t)s->ny * s->n[X], s->n[Z]);
}

/* The way back, not normalised; `lines` are overwritten as well. */
static void transform_backward(const struct slab* s, value* lines, value* buffer, value* u) {
  transform_lines(s->backward[Z], lines, (size_t)s->ny * s->n[X], s->n[Z]);
  join(s, buffer, lines, 1);
  exchange(s, buffer, lines);
  pack(s, u, lines, 1);
  transform_planes(s, s->backward, u);
}

/* exp(-4 alpha pi^2 k^2 t) for every frequency of an axis. */
static double* decay_along(int n, int step) {
  const double alpha = 1e-6;
  double* factor = allocate(n, sizeof *factor);
  for (int f = 0; f < n; f++) {
    const int k = f < n / 2 ? f : f - n;
    factor[f] = exp(-4 * alpha * M_PI * M_PI * ((double)k * k) * step);
  }
  return factor;
}

/* From the frequencies of the start to those after `step` steps. */
static void evolve(const struct slab* s, const value* start, int step, value* now) {
  double* factor[3];
  for (int d = 0; d < 3; d++) factor[d] = decay_along(s->n[d], step);
  for (int y = 0; y < s->ny; y++) {
    for (int x = 0; x < s->n[X]; x++) {
      const double of_line = factor[Y][s->first_y + y] * factor[X][x];
      for (int z = 0; z < s->n[Z]; z++) *now++ = *start++ * (of_line * factor[Z][z]);
    }
  }
  for (int d = 0; d < 3; d++) free(factor[d]);
}

/* The specification's checksum of a step: the sum of 1024 of the points, on every rank. */
static value checksum_of(const struct slab* s, const value* u) {
  const size_t all = (size_t)s->n[X] * s->n[Y] * s->n[Z];
  value sum = 0;
  for (int j = 1; j <= SAMPLES; j++) {
    const int x = j % s->n[X], y = 3 * j % s->n[Y], z = 5 * j % s->n[Z] - s->first_z;
    if (z >= 0 && z < s->nz) sum += u[((size_t)z * s->n[Y] + y) * s->n[X] + x];
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
  return sum / (double)all;
}

static int close_to(double value, double known) {
  return fabs(value - known) <= 1e-12 * fabs(known);
}

/* A hash of every point's place and bits, added up modulo 2^64. */
static uint64_t hash(const struct slab* s, const value* u) {
  const uint64_t first = (uint64_t)s->first_z * s->n[Y] * s->n[X];
  uint64_t sum = 0, bits[2];
  for (size_t p = 0; p < s->points; p++) {
    memcpy(bits, &u[p], sizeof bits);
    sum += mix(bits[0] + mix(bits[1] + mix(first + p)));
  }
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/* The seconds of all steps, and their checksums; u gets the last state. */
static double run(const struct slab* s, int steps, value* u, value* checksum) {
  value* start = allocate(s->points, sizeof *start);
  value* now = allocate(s->points, sizeof *now);
  value* buffer = allocate(s->points, sizeof *buffer);
  draw_values(s, u);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  transform_forward(s, u, buffer, start);
  for (int step = 1; step <= steps; step++) {
    evolve(s, start, step, now);
    transform_backward(s, now, buffer, u);
    checksum[step - 1] = checksum_of(s, u);
  }
  double seconds = MPI_Wtime() - begin;
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  free(start);
  free(now);
  free(buffer);
  return seconds;
}

/* One rank prints all; returns whether all checksums are the published ones. */
static int report(const struct problem* p, int steps, double seconds, const value* checksum,
                  uint64_t sum) {
  const double points = (double)p->n[X] * p->n[Y] * p->n[Z] / program.size;
  const double to_others = points * sizeof *checksum * (program.size - 1) / program.size;
  int right = 0;
  if (program.rank == 0) {
    printf("ft: class %c, %d x %d x %d points, %d steps\n", CLASSES[option.class], p->n[X], p->n[Y],
           p->n[Z], steps);
    printf("time: %.4f ms, %d ranks, busiest %.6f MB\n", 1e3 * seconds, program.size,
           1e-6 * to_others * (steps + 1));
  }
  for (int t = 0; t < steps; t++) {
    const double re = creal(checksum[t]), im = cimag(checksum[t]);
    const int good = close_to(re, p->re[t]) && close_to(im, p->im[t]);
    right += good;
    /* Ranks add up in another order on another number of them: fewer digits than there are. */
    if (program.rank == 0) printf("step %d: %.9e %.9e%s\n", t + 1, re, im, good ? "" : ", WRONG");
  }
  if (program.rank == 0) {
    printf("checksum: %a\n", ldexp((double)(sum >> 11), -53));
    printf("steps: %d of %d as published, %s\n", right, steps,
           right == steps ? "verified" : "WRONG");
  }
  return right == steps;
}

int main(int argc, char** argv) {
  begin_program(&argc, &argv, "ft");
  int status = parse_nas_options(argc, argv, CLASSES, STEPS, usage, &option);
  const struct problem* p = &problems[option.class];
  if (status < 0 && (p->n[Y] % program.size || p->n[Z] % program.size))
    status = refuse("%d ranks do not divide the %d and %d points along y and z", program.size,
                    p->n[Y], p->n[Z]);
  if (status >= 0) return end_early(status);

  const int steps = option.iterations ? option.iterations : STEPS;
  struct slab slab = make_slab(p->n);
  value* u = allocate(slab.points, sizeof *u);
  value checksum[STEPS];
  const double seconds = run(&slab, steps, u, checksum);
  const uint64_t sum = hash(&slab, u);
  const int verified = report(p, steps, seconds, checksum, sum);
  free(u);
  free_slab(&slab);
  MPI_Finalize();
  return !verified;
}
