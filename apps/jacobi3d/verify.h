/* SPDX-License-Identifier: Apache-2.0 */
/* The exact answer, and a checksum that does not depend on the decomposition. */
#ifndef BAMBOO_APPS_JACOBI3D_VERIFY_H
#define BAMBOO_APPS_JACOBI3D_VERIFY_H

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "../common/hash.h"
#include "part.h"

static const int mode[3] = {1, 2, 1}; /* of the eigenvector, along each axis */

/* The factor by which a sweep multiplies the eigenvector. */
static inline double eigenvalue(void) {
  double lambda = 0;
  for (int d = 0; d < 3; d++) lambda += cos(M_PI * mode[d] / (option.n[d] + 1)) / 3;
  return lambda;
}

/* Its values at the local points of one axis, ghost cells included. */
static inline double* eigenvector(const struct part* p, int axis) {
  double* v = (double*)allocate((size_t)p->n[axis] + 2, sizeof(double));
  for (int i = 0; i < p->n[axis] + 2; i++) {
    const int at = p->start[axis] + i;
    const int outside = at == 0 || at == option.n[axis] + 1;
    v[i] = outside ? 0 : sin(M_PI * mode[axis] * at / (option.n[axis] + 1));
  }
  return v;
}

/* Writes u* + amplitude v to all points of `u`, ghost cells included; or compares it with the
 * interior of `u` and returns the largest deviation. Each thread touches the memory that it will
 * sweep. */
enum use { FILL, COMPARE };

static inline double exact(const struct part* p, double* u, double h, double amplitude,
                           enum use use) {
  const int edge = use == COMPARE;
  double *v[3], worst = 0;
  for (int d = 0; d < 3; d++) v[d] = eigenvector(p, d);
#ifdef _OPENMP
#pragma omp parallel for schedule(static) reduction(max : worst)
#endif
  for (int i = edge; i < p->n[0] + 2 - edge; i++) {
    for (int j = edge; j < p->n[1] + 2 - edge; j++) {
      double* row = u + index_of(p, i, j, 0);
      for (int k = edge; k < p->n[2] + 2 - edge; k++) {
        const double x = h * (p->start[0] + i), y = h * (p->start[1] + j),
                     z = h * (p->start[2] + k);
        const double value = x * x + y * y + z * z + amplitude * v[0][i] * v[1][j] * v[2][k];
        if (use == FILL) {
          row[k] = value;
        } else {
          const double off = fabs(row[k] - value);
          if (!(off <= worst)) worst = isnan(off) ? INFINITY : off;
        }
      }
    }
  }
  for (int d = 0; d < 3; d++) free(v[d]);
  return worst;
}

/* Returns a hash of each point's position and bits, added up modulo 2^64. It does not depend on the
 * decomposition. */
static inline uint64_t hash(const struct part* p, const double* u) {
  uint64_t sum = 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(static) reduction(+ : sum)
#endif
  for (int i = 1; i <= p->n[0]; i++) {
    for (int j = 1; j <= p->n[1]; j++) {
      const uint64_t row =
          ((uint64_t)(p->start[0] + i) * (option.n[1] + 2) + p->start[1] + j) * (option.n[2] + 2);
      for (int k = 1; k <= p->n[2]; k++) {
        uint64_t bits;
        memcpy(&bits, &u[index_of(p, i, j, k)], sizeof bits);
        sum += mix(bits + mix(row + p->start[2] + k));
      }
    }
  }
  return sum;
}

#endif
