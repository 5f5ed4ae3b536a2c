/* SPDX-License-Identifier: Apache-2.0 */
/* The code that the MPI variants share. Ranks have slabs: whole planes along x and y. An exchange
 * among all ranks turns them into whole lines along z of a part of the y; the factors of a step are
 * applied in that form, and another exchange leads back. */
#ifndef BAMBOO_APPS_FT_SLAB_H
#define BAMBOO_APPS_FT_SLAB_H

#include <mpi.h>

#include "../common/nas_class.h"
#include "kernel.h"

_Static_assert(sizeof problems / sizeof *problems == sizeof CLASSES - 1,
               "a problem for each letter");

static struct nas_options option = {.communicate = 1};

static void usage(FILE* to) {
  fprintf(
      to,
      "usage: %s [--class S|W|A] [--iterations N] [--nocomm]\n"
      "  -c, --class S|W|A     64 x 64 x 64 (default), 128 x 128 x 32 or 256 x 256 x 128 points\n"
      "  -i, --iterations N    time steps (default 6, at most 20; NAS publishes checksums of 6)\n"
      "  -n, --nocomm          exchange nothing: the time without communication\n"
      "  -h, --help            this text\n"
      "The ranks must divide the points along y and z.\n"
      "Exit code: 0 verified, 1 wrong result, 2 wrong usage.\n",
      program.name);
}

/* A rank's slab [z][y][x] of whole planes, or its lines [y][x][z] of whole z. Both have the same
 * number of values. */
struct slab {
  const int* n;
  int ny, nz, first_y, first_z; /* the part of y in lines, and the part of z in the slab */
  size_t points;
  struct plans plans;
};

/* Begins the program. Returns -1 to continue; else the program has ended with this exit code. */
static inline int set_up(int argc, char** argv, const char* name, struct slab* slab) {
  begin_program(&argc, &argv, name);
  int status = parse_nas_options(argc, argv, "S|W|A", MOST_STEPS, usage, &option);
  const int* n = problems[option.class].n;
  if (status < 0 && (n[Y] % program.size || n[Z] % program.size))
    status = refuse("%d ranks do not divide the %d and %d points along y and z", program.size, n[Y],
                    n[Z]);
  if (status >= 0) return end_early(status);
  if (!option.iterations) option.iterations = PUBLISHED;
  *slab = (struct slab){.n = n, .ny = n[Y] / program.size, .nz = n[Z] / program.size};
  slab->first_y = program.rank * slab->ny;
  slab->first_z = program.rank * slab->nz;
  slab->points = (size_t)slab->nz * n[Y] * n[X];
  slab->plans = make_plans(n);
  return -1;
}

static inline uint64_t first_point(const struct slab* s) {
  return (uint64_t)s->first_z * s->n[Y] * s->n[X];
}

/* Transforms along y: for some neighbouring x at a time, it copies each column to a contiguous line
 * and back. */
static inline void transform_columns(fftw_plan plan, value* plane, int nx, int ny, value* line) {
  for (int xx = 0; xx < nx; xx += TILE) {
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < TILE; x++) line[x * ny + y] = plane[y * nx + xx + x];
    transform_lines(plan, line, TILE, ny);
    for (int y = 0; y < ny; y++)
      for (int x = 0; x < TILE; x++) plane[y * nx + xx + x] = line[x * ny + y];
  }
}

/* Transforms the z-th plane of the slab. `line` has space for TILE columns. */
static inline void transform_plane(const struct slab* s, const fftw_plan* plans, value* u, int z,
                                   value* line) {
  value* plane = u + (size_t)z * s->n[Y] * s->n[X];
  transform_lines(plans[X], plane, s->n[Y], s->n[X]);
  transform_columns(plans[Y], plane, s->n[X], s->n[Y], line);
}

static inline void transform_planes(const struct slab* s, const fftw_plan* plans, value* u) {
  value* line = (value*)allocate((size_t)TILE * s->n[Y], sizeof *line);
  for (int z = 0; z < s->nz; z++) transform_plane(s, plans, u, z, line);
  free(line);
}

/* Copies slab[z][y][x] to the blocks for each rank, [rank][its y][x][z], or back; some rows at a
 * time for the sake of the caches. */
static inline void pack(const struct slab* s, value* restrict slab, value* restrict packed,
                        int back) {
  const size_t rows = (size_t)s->n[Y] * s->n[X]; /* y and x as one index */
  for (size_t first = 0; first < rows; first += TILE) {
    for (int z = 0; z < s->nz; z++) {
      for (size_t row = first; row < first + TILE; row++) {
        value *a = &slab[z * rows + row], *b = &packed[row * s->nz + z];
        if (back)
          *a = *b;
        else
          *b = *a;
      }
    }
  }
}

/* Returns the beginning of row y in the data that are exchanged with a rank, [y][x][its z]. */
static inline size_t place_in_parts(const struct slab* s, int rank, int y) {
  return ((size_t)rank * s->ny + y) * s->n[X] * s->nz;
}

/* Reorders the parts of the ranks, [rank][y][x][its z], to lines [y][x][z], or back, for y in
 * [`from`, `to`). */
static inline void join(const struct slab* s, value* restrict parts, value* restrict lines,
                        int from, int to, int back) {
  const size_t first = (size_t)from * s->n[X], last = (size_t)to * s->n[X];
  const size_t run = s->nz * sizeof *lines;
  for (int q = 0; q < program.size; q++) {
    value* part = parts + place_in_parts(s, q, from);
    for (size_t row = first; row < last; row++, part += s->nz) {
      value* line = lines + row * s->n[Z] + (size_t)q * s->nz;
      memcpy(back ? part : line, back ? line : part, run);
    }
  }
}

static inline void exchange(const struct slab* s, const value* from, value* to) {
  const int count = (int)(2 * s->points / program.size);
  if (!option.communicate) return;
  MPI_Alltoall(from, count, MPI_DOUBLE, to, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

/* Transforms slab u to the frequencies along all axes, in lines. It overwrites the buffers. */
static inline void transform_forward(const struct slab* s, value* u, value* buffer, value* lines) {
  transform_planes(s, s->plans.forward, u);
  pack(s, u, buffer, 0);
  exchange(s, buffer, u);
  join(s, u, lines, 0, s->ny, 0);
  transform_lines(s->plans.forward[Z], lines, (size_t)s->ny * s->n[X], s->n[Z]);
}

/* Computes the lines of a step and their transforms from the frequencies of the start, for y in
 * [`from`, `to`). */
static inline void evolve_and_transform(const struct slab* s, const value* start, int step,
                                        int from, int to, value* lines) {
  double* factor[3];
  for (int d = 0; d < 3; d++) {
    factor[d] = (double*)allocate(s->n[d], sizeof *factor[d]);
    decay_along(s->n[d], step, 0, s->n[d], factor[d]);
  }
  for (int y = from; y < to; y++) {
    for (int x = 0; x < s->n[X]; x++) {
      const size_t line = ((size_t)y * s->n[X] + x) * s->n[Z];
      evolve_line(start + line, factor[Y][s->first_y + y] * factor[X][x], factor[Z], s->n[Z],
                  lines + line);
    }
  }
  for (int d = 0; d < 3; d++) free(factor[d]);
  transform_lines(s->plans.backward[Z], lines + (size_t)from * s->n[X] * s->n[Z],
                  (size_t)(to - from) * s->n[X], s->n[Z]);
}

/* The slab's share of a step's checksum. */
static inline value sum_of_samples(const struct slab* s, const value* u) {
  value sum = {0, 0};
  for (int j = 1; j <= SAMPLES; j++) {
    int at[3];
    place_of_sample(j, s->n, at);
    const int z = at[Z] - s->first_z;
    if (z >= 0 && z < s->nz) add_to(&sum, u[((size_t)z * s->n[Y] + at[Y]) * s->n[X] + at[X]]);
  }
  return sum;
}

static inline void add_over_ranks(value* sums, int count) {
  if (!option.communicate) return;
  MPI_Allreduce(MPI_IN_PLACE, sums, 2 * count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* One rank prints all; returns the exit code. */
static inline int report(const struct slab* s, double seconds, const value* sums, const value* u) {
  const double to_others = (double)s->points * sizeof *sums * (program.size - 1) / program.size;
  const struct problem* p = &problems[option.class];
  int verified = 1;
  uint64_t sum = 0;
  for (size_t i = 0; i < s->points; i++) sum += hash_of_point(u[i], first_point(s) + i);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  if (program.rank == 0) {
    printf("ft: class %c, %d x %d x %d points, %d steps\n", CLASSES[option.class], p->n[X], p->n[Y],
           p->n[Z], option.iterations);
    printf("time: %.4f ms, %d ranks, busiest %.6f MB\n", 1e3 * seconds, program.size,
           1e-6 * to_others * (option.iterations + 1));
    if (option.communicate)
      verified = print_checksums(p, option.iterations, sums, sum);
    else
      printf("steps: not verified, because nothing was communicated\n");
  }
  MPI_Bcast(&verified, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return !verified;
}

/* The main function of a variant. `run` takes all steps, stores the last state and the sums of its
 * samples, and returns seconds. */
static inline int run_variant(int argc, char** argv, const char* name,
                              double (*run)(const struct slab*, value* u, value* sums)) {
  struct slab slab;
  int status = set_up(argc, argv, name, &slab);
  if (status >= 0) return status;
  value* u = allocate(slab.points, sizeof *u);
  value sums[MOST_STEPS];
  const double seconds = run(&slab, u, sums);
  status = report(&slab, seconds, sums, u);
  free(u);
  free_plans(&slab.plans);
  MPI_Finalize();
  return status;
}

#endif
