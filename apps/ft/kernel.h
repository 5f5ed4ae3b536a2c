/* SPDX-License-Identifier: Apache-2.0 */
/* The arithmetic that all variants share, in C and in C++: each computes a line, a point or a
 * sample in the same way, so that the bits depend neither on the variant nor on the number of parts.
 *
 * The 1D transforms are FFTW's: always the same plan of one line. */
#ifndef BAMBOO_APPS_FT_KERNEL_H
#define BAMBOO_APPS_FT_KERNEL_H

#include <fftw3.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../common/hash.h"
#include "../common/nas_random.h"
#include "classes.h"

typedef struct value {
  double re, im;
} value;

enum { SAMPLES = 1024, TILE = 8 };

struct plans {
  fftw_plan forward[3], backward[3];
};

static inline struct plans make_plans(const int n[3]) {
  const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED;
  struct plans plans;
  for (int d = 0; d < 3; d++) {
    fftw_complex* line = fftw_alloc_complex(n[d]);
    plans.forward[d] = fftw_plan_dft_1d(n[d], line, line, FFTW_FORWARD, flags);
    plans.backward[d] = fftw_plan_dft_1d(n[d], line, line, FFTW_BACKWARD, flags);
    fftw_free(line);
  }
  return plans;
}

static inline void free_plans(struct plans* plans) {
  for (int d = 0; d < 3; d++) {
    fftw_destroy_plan(plans->forward[d]);
    fftw_destroy_plan(plans->backward[d]);
  }
}

/* Fills in the start: the prescribed random numbers, first along x, then y, then z. `first` is the
 * first point. */
static inline void draw_values(value* u, uint64_t first, size_t points) {
  uint64_t state = nas_state_after(2 * first);
  for (size_t p = 0; p < points; p++) {
    u[p].re = nas_random(&state);
    u[p].im = nas_random(&state);
  }
}

static inline void transform_lines(fftw_plan plan, value* u, size_t lines, int n) {
  for (size_t line = 0; line < lines; line++) {
    fftw_complex* begin = (fftw_complex*)(u + line * n);
    fftw_execute_dft(plan, begin, begin);
  }
}

/* exp(-4 alpha pi^2 k^2 t) for `count` frequencies of an axis of n, from `first` on. */
static inline void decay_along(int n, int step, int first, int count, double* factor) {
  const double alpha = 1e-6;
  for (int f = first; f < first + count; f++) {
    const int k = f < n / 2 ? f : f - n;
    *factor++ = exp(-4 * alpha * M_PI * M_PI * ((double)k * k) * step);
  }
}

/* A line along z from the frequencies of the start to those of a step. */
static inline void evolve_line(const value* start, double of_line, const double* factor, int n,
                               value* now) {
  for (int z = 0; z < n; z++) {
    now[z].re = start[z].re * (of_line * factor[z]);
    now[z].im = start[z].im * (of_line * factor[z]);
  }
}

/* Returns the place of the j-th sample, from 1 on. The sum of the samples is the checksum of a
 * step. */
static inline void place_of_sample(int j, const int n[3], int at[3]) {
  for (int d = 0; d < 3; d++) at[d] = (2 * d + 1) * j % n[d];
}

static inline void add_to(value* sum, value more) {
  sum->re += more.re;
  sum->im += more.im;
}

/* Returns a hash of a point's position and bits. The hashes of all points are added up modulo
 * 2^64. */
static inline uint64_t hash_of_point(value u, uint64_t place) {
  uint64_t bits[2];
  memcpy(bits, &u, sizeof bits);
  return mix(bits[0] + mix(bits[1] + mix(place)));
}

static inline int close_to(double value, double known) {
  return fabs(value - known) <= 1e-12 * fabs(known);
}

/* Prints the sums of the samples as checksums, and returns whether they are those that NAS
 * publishes. The order of the additions changes the last digits, so fewer digits are printed. */
static inline int print_checksums(const struct problem* p, int steps, const value* sums,
                                  uint64_t hash) {
  const double points = (double)p->n[X] * p->n[Y] * p->n[Z];
  const int published = steps < PUBLISHED ? steps : PUBLISHED;
  int right = 0;
  for (int t = 0; t < steps; t++) {
    const double re = sums[t].re / points, im = sums[t].im / points;
    const int good = t >= published || (close_to(re, p->re[t]) && close_to(im, p->im[t]));
    right += t < published && good;
    printf("step %d: %.9e %.9e%s\n", t + 1, re, im, good ? "" : ", WRONG");
  }
  printf("checksum: %a\n", ldexp((double)(hash >> 11), -53));
  printf("steps: %d of %d as published, %s\n", right, published,
         right == published ? "verified" : "WRONG");
  return right == published;
}

#endif
